import { describe, expect, it } from 'vitest';
import { folder, machine, text } from './machine.js';
import { line, paths, start, withShell } from './rig.js';

withShell();

const around = machine({
  '/proj/a.txt': text('x'),
  '/proj/out': folder,
  '/proj/ok.sed': text('s/a/b/\n'),
  '/proj/bad.sed': text('e rm x\n'),
  '/proj/ok.awk': text('{ print $1 }\n'),
  '/proj/names': text('a.txt\n/secret/key\n'),
  '/proj/curlrc': text('# mine\noutput = "/out/x"\nurl=file:///secret/key\n'),
  '/secret/key': text('x'),
});
const tool = (words: readonly string[]) => start(words[0] ?? '', words.slice(1), { around });

/** What people and programs really write: all that it starts is known, and it names no file at large. */
const HONEST: readonly (readonly string[])[] = [
  ['git', 'commit', '-m', 'Say why', '--no-verify'],
  ['git', '-C', 'src', 'status', '--porcelain=v2', '-z'],
  ['git', '-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'core.autocrlf=false', 'commit', '-qm', 'x'],
  ['git', '-c', 'core.pager=cat', '-c', 'color.ui=always', 'diff', '--stat', 'HEAD~1'],
  ['git', '-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgsign=false', 'rebase', '-X', 'ours', 'main'],
  ['git', 'clone', '--depth', '1', '-b', 'main', 'https://h/r.git', 'out/r'],
  ['git', 'clean', '-xdf'],
  ['git', 'cherry-pick', '-x', 'abc123'],
  ['git', 'config', '--get', 'remote.origin.url'],
  ['git', 'config', 'user.name', 'a b'],
  ['git', 'grep', '-n', '-e', 'x', '--', 'src'],
  ['git', 'log', '--format=%H', '-n', '5', '--', 'a.txt'],
  ['git', 'archive', '--format=tar', '-o', 'out/a.tar', 'HEAD'],
  ['git', 'fetch', '--prune', 'origin', '+refs/heads/*:refs/remotes/origin/*'],
  ['git', 'submodule', 'update', '--init', '--recursive'],
  ['git', 'ls-files', '-z', '--others', '--exclude-standard'],
  ['tar', 'czf', 'out/a.tgz', '-C', 'src', '.'],
  ['tar', '-xzf', 'a.tgz', '--strip-components=1', '-C', 'out'],
  ['tar', 'xf', 'a.tar', '--no-same-owner', '--exclude', '*.map'],
  ['tar', '--create', '--gzip', '--file', 'out/a.tgz', 'src'],
  ['sed', '-i', 's/[^/]*$//', 'a.txt'],
  ['sed', '-n', '/start/,/end/{s/^[[:space:]]*//;p}', 'a.txt'],
  ['sed', '-E', 's#(https?)://([^/]+)/#\\1 \\2#g; /^$/d; $!N', 'a.txt'],
  ['sed', '-e', '1d', '-e', 's/\\r$//', '-e', 'y/abc/xyz/', '-e', '$a\\', '-e', 'the end', 'a.txt'],
  ['sed', '-f', 'ok.sed', 'a.txt'],
  ['sed', ':a;N;$!ba;s/\\n/ /g', 'a.txt'],
  ['sed', '10q', 'a.txt'],
  ['awk', '{print $1}', 'a.txt'],
  ['awk', '-F', ':', '-v', 'n=3', 'NR==n && $3 > 100 {print $1 "|" $2}', 'a.txt'],
  ['awk', 'BEGIN{FS=","} {s+=$2/2} END{printf "%.2f\\n", s}', 'a.txt'],
  ['awk', '{gsub(/"/, ""); print > "/dev/stderr"}', 'a.txt'],
  ['awk', '!seen[$0]++', 'a.txt'],
  ['awk', '/^#/ || $1 ~ /a|b/ {next} {c[$1]++} END{for (k in c) print k, c[k]}', 'a.txt'],
  ['awk', '-f', 'ok.awk', 'a.txt'],
  ['find', '.', '-name', '*.ts', '-not', '-path', './node_modules/*', '-type', 'f', '-print0'],
  ['find', 'src', '(', '-name', 'a', '-o', '-name', 'b', ')', '-newer', 'a.txt', '-exec', 'grep', '-l', 'x', '{}', '+'],
  ['grep', '-rn', '--include=*.ts', '-e', 'x', 'src'],
  ['sort', '-t', ',', '-k2,2n', '-u', '-o', 'out/s', 'a.txt'],
  ['sort', '--reverse', '--key=2', '--temporary-directory=out', 'a.txt'],
  ['env', '-u', 'A', 'B=1', 'node', 'x.js'],
  ['timeout', '--signal=KILL', '30s', 'npm', 'test'],
  ['nice', '-n', '10', 'node', 'x.js'],
  ['nohup', 'node', 'server.js'],
  ['stdbuf', '-oL', 'node', 'x.js'],
  ['flock', '-n', 'out/l', 'make', 'all'],
  ['script', '-qec', 'npm test', '/dev/null'],
  ['strace', '-f', '-e', 'trace=file', '-o', 'out/t', 'ls'],
  ['time', '-f', '%e', 'ls'],
  ['watch', '-n', '1', 'ls'],
  ['curl', '-fsSL', '-H', 'A: b', '-d', '{"a":[1]}', '-o', 'out/x', 'https://h/x'],
  ['curl', '-X', 'POST', '--data-binary', '@a.txt', '-w', '%{http_code}', '-u', 'a:b', 'https://h/x?y[]=1'],
  ['curl', '-s', '--data', '{"u":"http://h/"}', 'http://[::1]:80/{a,b}'],
  ['awk', 'BEGIN{for (i = 1; i < ARGC; i++) print ARGV[i]; ARGV[1] = ""}', 'a.txt'],
  ['gdb', '-batch', '-ex', 'bt', '-p', '1'],
  ['wget', '-q', '-O', 'out/x', '--tries=3', '-e', 'robots=off', 'https://h/x'],
  ['ssh', '-o', 'StrictHostKeyChecking=no', '-i', 'key', '-p', '22', 'me@h', 'ls', '-la'],
  ['scp', '-r', '-P', '22', 'src', 'me@h:/x'],
  ['rsync', '-az', '--delete', '--exclude', 'node_modules', '-e', 'ssh -p 22', 'src/', 'me@h:/x/'],
  ['vim', '+10', 'a.txt'],
  ['vim', '-es', '-c', '%s/a/b/g', '-c', 'wq', 'a.txt'],
  ['less', '-R', '+G', 'a.txt'],
  ['man', '-P', 'cat', 'ls'],
  ['make', '-j4', '-C', 'src', 'CC=gcc', 'CFLAGS=-O2 -g', 'all'],
  ['zip', '-r', '-q', 'out/a.zip', 'src', '-x', '*.map'],
  ['unzip', '-o', 'a.zip', '-d', 'out'],
  ['sqlite3', '-header', '-csv', 'out/x.db', 'select * from t where a = "x|y"'],
  ['sqlite3', 'out/x.db', '.tables', '.schema t'],
  ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-keyout', 'out/k', '-out', 'out/c', '-subj', '/CN=x'],
  ['cp', '-r', '--preserve=mode', 'src', 'out'],
  ['install', '-m', '755', '-D', 'a.txt', 'out/b'],
  ['uniq', '-c', 'a.txt'],
  ['split', '-b', '1M', 'a.txt', 'out/part-'],
];

describe('honest uses of tools', () => {
  it.each(HONEST.map((words) => [words.join(' '), words] as const))('%s', (_, words) => {
    const access = tool(words);
    expect(access.opaque).toBeUndefined();
    expect(access.paths.filter((path) => path.resource === '/')).toEqual([]);
  });
});

/** What may start anything: a policy with rules for commands refuses it. */
const OPAQUE: readonly (readonly string[])[] = [
  ['git', 'st'],
  ['git', '-c', 'core.attributesFile=x', 'status'],
  ['git', '-c', 'x.y.z=1', 'status'],
  ['git', '--config-env=alias.x=HOME', 'x'],
  ['git', 'clone', '--template=x', 'y'],
  ['git', 'config', '--fil', '.git/config', 'include.path', 'x'],
  ['xargs', 'find', '.'],
  ['xargs', 'tar', 'cf', 'x.tar'],
  ['xargs', 'git', 'fetch'],
  ['xargs', 'awk'],
  ['sed', '1s,.*,rm,e', 'a.txt'],
  ['sed', '--fil=bad.sh', 'a.txt'],
  ['sed', '-f', '/dev/stdin', 'a.txt'],
  ['sed', '/a', 'a.txt'],
  ['awk', '-f', '/dev/stdin'],
  ['awk', '-We', 'missing'],
  ['awk', 'BEGIN{if(1)/"/;system("x");/"/}'],
  ['awk', 'BEGIN{if(1)/#/;system("x")}'],
  ['awk', 'BEGIN{print "a" | "r" "m"}'],
  ['awk', 'BEGIN{"r" "m" | getline}'],
  ['gawk', '-l', 'x', '1'],
  ['timeout', '--new', '5', 'rm'],
  ['unshare', '--root=x', 'rm'],
  ['nsenter', '-t', '1', '-w', 'rm'],
  ['script', '-q', '/dev/null'],
  ['su', 'me'],
  ['run-parts', 'out'],
  ['make', '--eval=all: ; rm'],
  ['make', 'X=$(shell rm)'],
  ['make', '-f', '-'],
  ['wget', '-e', 'use_askpass=rm', 'https://h/'],
  ['curl', '-K-'],
  ['ssh', '-F', 'missing', 'h'],
  ['ssh', '-o', 'PKCS11Provider=x.so', 'h'],
  ['vim', '-S', 'a.txt'],
  ['vim', '+r a.txt|%p'],
  ['less', '-k', 'keys', 'a.txt'],
  ['sqlite3', 'x.db', '.import "|rm" t'],
  ['sqlite3', 'x.db', "select edit('a','rm')"],
  ['openssl', 'enc', '-engine', 'x'],
  ['gdb', '-batch', '-eval', 'python x'],
  ['gdb', '-batch', '-early-init-eval-command=python x'],
];

describe('what another command of the line prints', () => {
  it('is judged by what that one reads', () => {
    const access = line('find src -name "*.ts" -print0 | xargs -0 -n1 -P4 --no-run-if-empty grep -l x', { around });
    expect(access.opaque).toBeUndefined();
    expect(paths(access)).toEqual(['list /proj/src/**', 'read /proj/src']);
  });
});

describe('tools that may start anything', () => {
  it.each(OPAQUE.map((words) => [words.join(' '), words] as const))('%s', (_, words) => {
    expect(tool(words).opaque).toBeDefined();
  });
});

/** Files that hide in arguments. */
const FILES: readonly (readonly [words: readonly string[], expected: string])[] = [
  [['tar', '-cO', '-C', '/', 'secret'], 'read /secret/**'],
  [['tar', 'cOC', '..', 'secret'], 'read /secret/**'],
  [['tar', '-cO', '-T', 'names'], 'read /secret/key/**'],
  [['tar', '-cO', '-T', '-'], 'read //**'],
  [['tar', '--crea', '--file=/out/x', 'a.txt'], 'write /out/x'],
  [['tar', '--listed-inc=/out/x', '-cf', 'q.tar', 'a.txt'], 'write /out/x'],
  [['sort', '--files0-f=-'], 'read //**'],
  [['sort', '--outp=/out/x', 'a.txt'], 'write /out/x'],
  [['find', '-files0-from', '-', '-exec', 'cat', '{}', ';'], 'read //**'],
  [['find', '..', '-exec', 'rm', '{}', '+'], 'delete //**'],
  [['find', '/secret', '-exec', 'touch', '{}', '+'], 'create /secret/**'],
  [['find', '.', '-exec', 'touch', '/out/{}', '+'], 'create //**'],
  [['xargs', 'cat'], 'read //**'],
  [['xargs', 'touch'], 'create //**'],
  [['xargs', '-I{}', 'cat', '../secret/{}'], 'read //**'],
  [['sed', '1r/secret/key', 'a.txt'], 'read /secret/key'],
  [['sed', '/a/IR ../secret/key', 'a.txt'], 'read /secret/key'],
  [['sed', '1s,a,b,w /out/x', 'a.txt'], 'write /out/x'],
  [['awk', 'BEGIN{while((getline l < "/secret/key")>0)print l}'], 'read /secret/key'],
  [['awk', 'BEGIN{f="x";getline l<f}'], 'read //**'],
  [['awk', 'BEGIN{print 1 > ("/out" "/x")}'], 'write //**'],
  [['awk', 'BEGIN{ARGV[1]="/secret" "/key";ARGC=2}{print}'], 'read //**'],
  [['curl', '-K', 'curlrc'], 'write /out/x'],
  [['curl', '-K', 'curlrc'], 'read /secret/key'],
  [['curl', 'file://127.0.0.1/secret/key'], 'read /secret/key'],
  [['curl', 'file:///sec{ret,x}/key'], 'read //**'],
  [['curl', '-O', 'https://h/x'], 'write /proj'],
  [['wget', '--output-f=/out/x', 'https://h/'], 'write /out/x'],
  [['wget', '-e', 'logfile=/out/x', 'https://h/'], 'write //**'],
  [['zip', '-0', '-', '-@'], 'read //**'],
  [['zip', '/out/x', 'a.txt'], 'write /out/x'],
  [['vim', '-c', 'w! /out/x'], 'write //**'],
  [['less', '-o/out/x', 'a.txt'], 'write /out/x'],
  [['script', '-qc', 'ls', '/out/x'], 'write /out/x'],
  [['ssh', '-E', '/out/x', 'h'], 'write /out/x'],
  [['time', '-ao', '/out/x', 'ls'], 'write /out/x'],
  [['strace', '--outp=/out/x', 'ls'], 'write /out/x'],
  [['cp', '--target-dir=/out', 'a.txt'], 'write /out'],
  [['cp', '-d', 'a.txt', '/out'], 'write /out'],
  [['install', '-d', '/out/x'], 'create /out/x'],
  [['patch', '--outp=/out/x', 'a.txt', 'p.diff'], 'write /out/x'],
  [['grep', '-drecurse', 'x', '..'], 'read //**'],
  [['grep', '-r', 'x'], 'read /proj/**'],
  [['git', '-C', '..', 'diff', '--no-index', '/dev/null', 'secret/key'], 'read /secret/key/**'],
  [['git', '-C', '/secret', 'grep', '--no-index', 'x'], 'read /secret/**'],
  [['git', '-C', '..', 'init', 'out'], 'create /out'],
  [['git', 'bundle', 'create', '/out/x', 'HEAD'], 'create /out/x'],
  [['git', 'apply', '--unsafe-paths', '--directory=/out', 'p.diff'], 'write //**'],
  [['git', '--work-tree=/out', 'checkout', '-f'], 'write /out/**'],
  [['sqlite3', 'x.db', "select readfile('/secret/key')"], 'read /secret/key/**'],
  [['sqlite3', 'x.db', "attach '/out/x' as y"], 'write /out/x'],
  [['sqlite3', 'file:/out/x?mode=rw'], 'write /out/x'],
  [['sqlite3', 'x.db', "select data from fsdir('/secret')"], 'read /secret/**'],
  [['awk', 'BEGIN{sub(/.*/,"/secret/key",ARGV[1])}{print}', 'a.txt'], 'read //**'],
  [['sed', '-i../out/*', 's/a/b/', 'a.txt'], 'write //**'],
  [['curl', '-T', 'a.txt', 'file:///out/x'], 'write /out/x/**'],
  [['curl', 'fi{le}:///secret/key'], 'read //**'],
  [['git', '--git-dir=/out/x', 'init'], 'create /out/x'],
  [['git', 'mailinfo', '/out/x', '/out/y'], 'create /out/y'],
  [['vim', '-V1/out/x', 'a.txt'], 'write /out/x'],
  [['zip', '-', '--names-std'], 'read //**'],
  [['openssl', 's_client', '-keylogfile', '/out/x'], 'write /out/x'],
  [['unshare', '--wd', '/', 'cat', 'secret/key'], 'read /secret/key'],
  [['uniq', 'a.txt', '/out/x'], 'write /out/x'],
  [['split', 'a.txt', '/out/x'], 'write /out/x'],
];

describe('files that hide in arguments', () => {
  it.each(FILES.map(([words, expected]) => [words.join(' '), expected, words] as const))(
    '%s: %s',
    (_, expected, words) => {
      expect(paths(tool(words))).toContain(expected);
    },
  );
});
