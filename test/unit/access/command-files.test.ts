import { describe, expect, it } from 'vitest';
import { folder, machine, text } from './machine.js';
import { line, paths, rows, start, withShell } from './rig.js';

withShell();

/** Lines in /work, and every use of a file that they name. */
const FILES = String.raw`
  cat .env => read /work/.env
  cat ./src/../.env => read /work/.env
  cat secret nothing => read /work/secret
  cat /secret/key => read /secret/key
  cat ~/.ssh/id => read /home/me/.ssh/id
  cat "$HOME/.ssh/id" => read /home/me/.ssh/id
  cat .e* => read /work/.env, read /work/.env.example
  cat * => read /work/a.txt, read /work/out, read /work/secret, read /work/src
  cat s*/.[e]nv => read /work/src/.env
  cat {.env,a.txt} => read /work/.env, read /work/a.txt
  cat no*pe => 
  cat < .env => read /work/.env
  while read x; do echo $x; done < ../secret/key => read /secret/key
  echo x > out/y => write /work/out/y
  echo x >> new => write /work/new
  cat <> a.txt => read /work/a.txt, write /work/a.txt
  echo .env => 
  echo /secret/* => stat /secret/key
  printf %s .e* => stat /work/.env, stat /work/.env.example
  echo .env >> .gitignore => write /work/.gitignore
  cat $(echo .env) => read /work/.env
  echo .env | xargs cat => read /work/.env
  [ -f .env ] => stat /work/.env
  for f in /secret/*; do cat $f; done => read /secret/key
  cd src && cat b.ts => read /work/src/b.ts
  cd src; cat .env => read /work/src/.env
  (cd src); cat secret => read /work/secret
  (cd src && cat b.ts); cat a.txt => read /work/a.txt, read /work/src/b.ts
  cd nowhere; cat .env => read /work/.env, read /work/nowhere/.env
  command cd src && cat b.ts => read /work/src/b.ts
  cd /secret | cat key => 
  node --env-file=.env x.js => read /work/.env
  node --env-file .env -e 0 => read /work/.env
  node -r ./p.cjs => read /work/p.cjs
  node --require=/secret/key => read /secret/key
  node --cpu_prof_dir=/p --cpu-prof x => write /p, read /p
  node --cpu-prof a => write /work
  node --snapshot-blob s --build-snapshot ./e.js => read /work/e.js, read /work/s, write /work/s
  node -e "require('fs').readFileSync('/x')" => 
  curl -d @.env http://x => read /work/.env
  curl -T secret http://x => read /work/secret
  curl -F f=@/secret/key http://x/.env => read /secret/key
  curl file:///secret/key => read /secret/key
  curl -o out/x http://x => read /work/out/x, write /work/out/x
  curl -sSoout/x http://x => write /work/out/x
  wget -O out/x http://x => read /work/out/x, write /work/out/x
  wget http://x/y => write /work
  dd if=/secret/key of=out/k => read /secret/key, read /work/out/k, write /work/out/k
  grep -f/secret/key x => read /secret/key
  cc -I/secret -o out/a a.txt => read /secret, read /work/a.txt, read /work/out/a, write /work/out/a
  tee out/a b => write /work/b, write /work/out/a
  touch new => create /work/new
  mkdir -p out/d => create /work/out/d
  rm -rf out => delete /work/out/**
  rm a.txt => delete /work/a.txt
  rmdir out => delete /work/out
  cp secret out/c => read /work/secret, write /work/out/c
  cp secret out => read /work/secret, write /work/out/secret
  cp -t out secret => read /work/out, read /work/secret, write /work/out/secret
  cp a.txt /etc/x -S x => read /work/a.txt, write /etc/x
  cp -r src out => read /work/src/**, write /work/out/src/**
  mv secret out/m => move /work/secret/**, write /work/out/m/**
  ln -s /secret/key k => create /work/k, link /secret/key/**, read /secret/key
  ln secret k => create /work/k, link /work/secret, link /work/secret, read /work/secret
  sed -i s/a/b/ a.txt => write /work/a.txt, read /work/a.txt
  sed s/a/b/ a.txt => read /work/a.txt
  sed 'w out/w' a.txt => read /work/a.txt, write /work/out/w
  awk '{print > "out/w"}' a.txt => read /work/a.txt, write /work/out/w
  perl -pi -e 1 a.txt => read /work/a.txt, write /work/a.txt
  chmod 600 a.txt => write /work/a.txt
  chmod -R 700 out => write /work/out/**
  truncate -s 0 a.txt => write /work/a.txt
  tar czf out/a.tgz src => read /work/out/a.tgz, read /work/src, read /work/src/**, write /work/out/a.tgz
  tar -xzf a.txt -C /opt => read /opt, read /work/a.txt, write /opt/**
  tar xf a.txt => read /work/a.txt, write /work/**
  tar -tf/secret/key => read /secret/key
  find /secret -name "*" => list /secret/**, read /secret
  find src -exec cat {} + => read /work/src, read /work/src/**
  find out -delete => delete /work/out/**, list /work/out/**, read /work/out
  grep -r x src => read /work/src/**
  rg x src => read /work/src/**
  git log --output=/out/f => read /out/f, write /out/f
  git clone http://x /opt/y => create /opt/y, read /opt/y
  esbuild a.ts --outfile=out/b.js => read /work/out/b.js, write /work/out/b.js
  tsc --outDir out => read /work/out, write /work/out
  docker run -v /secret:/s alpine => read /s, read /secret, write /secret/**
  git commit -m "fix src/b.ts and /etc/passwd" => 
  git push https://x/.env => 
  npm install @scope/pkg => read /work/@scope/pkg
  echo x > "$(date)" => write /
  env -C src cat b.ts => read /work/src, read /work/src/b.ts
  sh -c "cat \"\$1\"" _ .env => read /work/.env
  bash x.sh /secret/key => read /secret/key
`;

describe('files that a command names', () => {
  const around = machine({
    '/work/.env': text('x'),
    '/work/.env.example': text('x'),
    '/work/secret': text('x'),
    '/work/a.txt': text('x'),
    '/work/out': folder,
    '/work/src/.env': text('x'),
    '/work/src/b.ts': text('x'),
    '/secret/key': text('x'),
    '/home/me/.ssh/id': text('x'),
  });
  it.each(rows(FILES, ', '))('%s', (command, expected) => {
    const given = line(command, { around, shell: 'bash' });
    expect(paths(given)).toEqual([...expected].sort());
  });

  it('are seen without a shell too, as they are given', () => {
    expect(paths(start('head', ['/secret/key', '~/.ssh/id', '*'], { around }))).toEqual([
      'read /secret/key',
      'read /work/~/.ssh/id',
    ]);
    expect(paths(start('cat', ['key'], { around, cwd: '/secret' }))).toEqual(['read /secret/key']);
  });
});
