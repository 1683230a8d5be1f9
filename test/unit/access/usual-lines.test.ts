import { describe, expect, it } from 'vitest';
import { folder, machine, text } from './machine.js';
import { line, paths, withShell } from './rig.js';

withShell();

/** Lines as package.json scripts, CI files and agents have them: all of them can be judged. */
const LINES = String.raw`
tsc -p . && vite build
rm -rf dist && tsc -p .
rimraf dist coverage; tsc
cross-env X=1 node a.js
NODE_ENV=production node server.js
NODE_OPTIONS="$NODE_OPTIONS --max-old-space-size=4096" webpack
npm run lint -- --fix || exit 1
npm ci --ignore-scripts && npm run build --if-present
eslint . --ext .ts,.tsx && prettier --check "src/**/*.ts"
concurrently "npm:watch-*" "node server.js"
for f in *.js; do node "$f"; done
for f in test/*.test.js; do echo "$f"; node --test "$f" || exit 1; done
for d in packages/*/; do (cd "$d" && npm test); done
for v in 18 20 22; do npx -y node@$v a.js; done
cd packages/a && npm test
cd packages/a && npm test && cd ../b && npm test
(cd packages/a && npm test) & (cd packages/b && npm test) & wait
pushd packages/a && npm test && popd
cd "$(dirname "$0")" && node build.js
cd "$(git rev-parse --show-toplevel)" && npm test
FOO=$(cat version) npm publish
VERSION=$(node -p "require('./package.json').version"); git tag "v$VERSION"
npm version "$(cat version)" --no-git-tag-version
test -f x || exit 1
test "$CI" = true || husky install
[ -n "$CI" ] && echo ci
[ "$(git branch --show-current)" = "main" ] && npm publish
[[ "$BRANCH" == release/* ]] && npm publish
[[ $VERSION =~ ^v[0-9]+ ]] || exit 1
if [ -n "$CI" ]; then npm ci; else npm install; fi
if [ -z "$(git status --porcelain)" ]; then echo clean; fi
if ! command -v node >/dev/null 2>&1; then exit 1; fi
case "$1" in start) node a.js;; stop) exit 0;; *) echo usage;; esac
set -euo pipefail; make -j4
set -e; npm test; npm run build
trap 'rm -rf "tmp"' EXIT; npm test
trap 'exit 1' INT TERM; node a.js
i=0; while [ $i -lt 5 ]; do node a.js && break; i=$((i+1)); sleep 1; done
n=0; until curl -sf http://localhost:3000; do n=$((n+1)); [ "$n" -gt 30 ] && exit 1; sleep 1; done
start=$(date +%s); npm test; echo "took $(( $(date +%s) - start ))s"
export PATH="$PATH:./node_modules/.bin"; tsc
export VERSION=$(git describe --tags) && npm run build
source .env && node a.js
set -a; . ./.env; set +a; node a.js
echo "sha: $(git rev-parse HEAD)" > dist/sha.txt
printf '%s\n' "$(git log -1 --format=%s)" > dist/subject
cat package.json | grep version | head -1 | sed 's/[^0-9.]//g'
git diff --name-only HEAD~1 | grep '\.ts$' | xargs eslint
find src -name '*.js' -delete
find . -name '*.test.ts' -print0 | xargs -0 node --test
tar czf dist/a.tgz src && sha256sum dist/a.tgz > dist/sums
cp -r src/* dist/
mkdir -p dist/{a,b} && cp a.txt dist/a
cat > dist/config.json <<EOF
{ "version": "$VERSION", "branch": "${'$'}{BRANCH:-main}" }
EOF
cat <<'EOF' > dist/run.sh
#!/bin/sh
echo "$(date)"
EOF
docker build -t "$REGISTRY/$IMAGE:$TAG" . && docker push "$REGISTRY/$IMAGE:$TAG"
docker run --rm -w /app node:20 npm test
node -e "console.log($(date +%s))"
npm pack --json | node -p "JSON.parse(require('fs').readFileSync(0))[0].filename"
build() { tsc -p "$1"; }; build tsconfig.json
log() { echo "[$(date +%T)] $*"; }; log hi
files=$(git ls-files '*.ts'); for f in $files; do echo "$f"; done
arr=(a b c); for x in "${'$'}{arr[@]}"; do echo "$x"; done; echo ${'$'}{#arr[@]}
while read -r line; do echo "$line"; done < a.txt
while IFS= read -r -d '' f; do echo "$f"; done < <(find src -print0)
read -r a b <<< "$(node -v) x"; echo "$a"
diff <(sort a.txt) <(sort b.txt)
time npm test
exec node a.js "$@"
exit $?
ulimit -n 4096; node a.js
wait $(jobs -p)
node a.js & pid=$!; sleep 1; node b.js; wait $pid
shopt -s nullglob; for f in dist/*.map; do echo "$f"; done
[ -d node_modules ] || npm ci
test $(ls | wc -l) -gt 3
`;

const lines = LINES.trim()
  .split(/\n(?![{#}]|echo "\$\(date\)"|EOF)/)
  .map((one) => one.trim());

describe('usual lines', () => {
  const around = machine(
    {
      '/proj/a.txt': text('x'),
      '/proj/b.txt': text('x'),
      '/proj/dist': folder,
      '/proj/packages/a': folder,
      '/proj/packages/b': folder,
    },
    { start: { REGISTRY: 'r.example', IMAGE: 'app', TAG: '1' } },
  );

  it.each(lines)('%s', (written) => {
    const access = line(written, { around, shell: 'bash' });
    expect(access.opaque).toBeUndefined();
    expect(paths(access).filter((path) => / \/(?:\/\*\*)?$/.test(path))).toEqual([]);
  });
});
