import type { SimpleCommand } from '../types.js';

/**
 * Variables that make programs run or load something else than their arguments say. Names end in `*` where all that
 * begin so are meant. By lines: Node; the loaders of the system; shells; interpreters; Java and .NET; git and its kin;
 * pagers and editors; build tools; libraries that load modules. What programs written for Node take from their
 * environment is not here: they are judged themselves when they act on it.
 */
const STEERING: readonly string[] = `
  NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE RECEIPTBOT_* ELECTRON_RUN_AS_NODE BUN_*
  LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH HOSTALIASES GETCONF_DIR
  PATH PATHEXT COMSPEC SHELL BASH_* BASHOPTS SHELLOPTS ENV IFS PS0 PS1 PS2 PS4 PROMPT_COMMAND ZDOTDIR FPATH CDPATH GLOBIGNORE KSH_ENV FCEDIT INPUTRC
  PERL5OPT PERL5LIB PERL5DB PERLLIB PERL5SHELL RUBYOPT RUBYLIB RUBYSHELL GEM_HOME GEM_PATH BUNDLE_* LUA_* TCLLIBPATH PHPRC PHP_INI_SCAN_DIR
  PYTHONSTARTUP PYTHONPATH PYTHONHOME PYTHONINSPECT PYTHONWARNINGS PYTHONBREAKPOINT PYTHONUSERBASE PYTHONPLATLIBDIR PYTHONEXECUTABLE PYTHONPYCACHEPREFIX
  AWKPATH AWKLIBPATH R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS R_LIBS_USER GUILE_LOAD_PATH GUILE_LOAD_COMPILED_PATH ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ERL_LIBS ELIXIR_ERL_OPTIONS
  JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS GRADLE_USER_HOME
  DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS DOTNET_ROOT* COMPlus_* CORECLR_* COR_* MONO_*
  GIT_SSH* GIT_PAGER GIT_EXTERNAL_DIFF GIT_CONFIG* GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_ASKPASS GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_PROXY_COMMAND GIT_DIR GIT_COMMON_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_ALLOW_PROTOCOL
  SSH_ASKPASS SSH_ASKPASS_REQUIRE SVN_SSH SVN_EDITOR HGRCPATH HGMERGE HGEDITOR CVS_RSH RSYNC_RSH RSYNC_CONNECT_PROG
  PAGER MANPAGER MANOPT MANROFFOPT LESS LESSOPEN LESSCLOSE LESSEDIT LESSKEY* MORE LV EDITOR VISUAL SUDO_EDITOR SUDO_ASKPASS BROWSER VIMINIT EXINIT VIMRUNTIME EMACSLOADPATH TERMINFO TERMINFO_DIRS TERMCAP
  DELTA_PAGER BAT_PAGER GH_PAGER GH_EDITOR GH_BROWSER AWS_PAGER SYSTEMD_PAGER SYSTEMD_EDITOR PSQL_PAGER PSQL_EDITOR KUBE_EDITOR KUBECONFIG DOCKER_HOST DOCKER_CONFIG
  TAR_OPTIONS UNZIP ZIPOPT MAKEFLAGS MAKEFILES MFLAGS GNUMAKEFLAGS CC CXX LD AR AS CFLAGS CXXFLAGS LDFLAGS GCC_EXEC_PREFIX COMPILER_PATH CMAKE_TOOLCHAIN_FILE CMAKE_PREFIX_PATH
  CARGO_HOME CARGO_BUILD_* CARGO_TARGET_* RUSTC RUSTC_* RUSTFLAGS RUSTUP_TOOLCHAIN RUSTDOC RUSTDOCFLAGS GOFLAGS GOENV GOTOOLCHAIN GOROOT CGO_* PKG_CONFIG* PIP_CONFIG_FILE PIP_INDEX_URL
  OPENSSL_CONF OPENSSL_CONF_INCLUDE OPENSSL_ENGINES OPENSSL_MODULES KRB5_CONFIG GTK_MODULES GTK_PATH GIO_MODULE_DIR GIO_EXTRA_MODULES QT_PLUGIN_PATH GST_PLUGIN_* MAGICK_* VK_* OCL_ICD_* CUDA_INJECTION64_PATH
  CURL_HOME WGETRC SYSTEM_WGETRC PARALLEL
`
  .trim()
  .split(/\s+/);

/** Variables that steer only what reads start-up files of its own from there, by real or given name. */
const STEERING_SOME: Readonly<Record<string, ReadonlySet<string>>> = {
  HOME: new Set(
    'bash zsh ksh mksh fish csh tcsh git hg svn npm npx pnpm yarn ssh scp sftp rsync vim vi nvim emacs python3 python perl curl wget gdb docker cargo pip pip3'.split(
      ' ',
    ),
  ),
  XDG_CONFIG_HOME: new Set('git nvim fish pip pip3 npm pnpm yarn'.split(' ')),
  USERPROFILE: new Set('git npm npx pnpm yarn ssh powershell pwsh'.split(' ')),
};

/** What the readers of a variable run when it is not set: npm names it to its scripts, and nothing is gained by it. */
const PROGRAM_OF_OLD: Readonly<Record<string, ReadonlySet<string>>> = {
  EDITOR: new Set(['vi', 'vim', 'nano', 'notepad.exe']),
  VISUAL: new Set(['vi', 'vim', 'nano']),
  PAGER: new Set(['less', 'more', 'cat']),
  SHELL: new Set(['/bin/sh']),
};

/** True when the variable says only what holds without it. */
export const saysNothingNew = (name: string, value: string): boolean =>
  Object.hasOwn(PROGRAM_OF_OLD, name) && PROGRAM_OF_OLD[name]?.has(value) === true;

/** Set in a line they concern that line alone and are no way to make it run something else. */
const HARMLESS_IN_LINE = new Set('IFS PS1 PS2 CC CXX LD AR AS CFLAGS CXXFLAGS LDFLAGS'.split(' '));

const exact = new Set(STEERING.filter((name) => !name.endsWith('*')));
const prefixes = STEERING.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
const folded = new Map([...exact].map((name) => [name.toUpperCase(), name]));

/** True when a variable of this name can make a program run or load what its arguments do not say. */
export function isSteering(name: string, platform: string): boolean {
  if (platform === 'win32') {
    const upper = name.toUpperCase();
    return folded.has(upper) || prefixes.some((prefix) => upper.startsWith(prefix.toUpperCase()));
  }
  return exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** True when the variable steers a program of one of these names. */
export const steersSome = (name: string, programs: ReadonlySet<string>): boolean => {
  const some = Object.hasOwn(STEERING_SOME, name) ? STEERING_SOME[name] : undefined;
  return some !== undefined && [...programs].some((program) => some.has(program));
};

/** True when setting the variable inside of a command line is to be judged. */
export const isSteeringInLine = (name: string, platform: string): boolean =>
  isSteering(name, platform) && !HARMLESS_IN_LINE.has(name);

/** Variables whose value names what a program writes (`true`) or reads (`false`). */
export const PATH_VARIABLES: Readonly<Record<string, boolean>> = {
  GIT_TRACE: true,
  GIT_TRACE2: true,
  GIT_TRACE2_EVENT: true,
  GIT_TRACE2_PERF: true,
  GIT_TRACE_CURL: true,
  GIT_TRACE_FSMONITOR: true,
  GIT_TRACE_PACKET: true,
  GIT_TRACE_PACKFILE: true,
  GIT_TRACE_PACK_ACCESS: true,
  GIT_TRACE_PERFORMANCE: true,
  GIT_TRACE_REFS: true,
  GIT_TRACE_SETUP: true,
  GIT_TRACE_SHALLOW: true,
  HISTFILE: true,
  NODE_COMPILE_CACHE: true,
  NODE_EXTRA_CA_CERTS: false,
  NODE_ICU_DATA: false,
  NODE_REDIRECT_WARNINGS: true,
  NODE_REPL_HISTORY: true,
  NODE_V8_COVERAGE: true,
  OPENSSL_CONF: false,
  SSLKEYLOGFILE: true,
  SSL_CERT_DIR: false,
  SSL_CERT_FILE: false,
};

/**
 * A Bash whose standard input is a socket, as Node's pipes are, takes itself for one that rshd started and runs
 * `~/.bashrc`, unless SHLVL says that it is not the first shell. True when SHLVL is to be set to 1 for such a child.
 */
export function lacksShellLevel(commands: readonly SimpleCommand[], level: string | undefined): boolean {
  if (/^\s*[1-9]/.test(level ?? '')) return false;
  return commands.some(({ found }) => found?.names.some((name) => /^r?bash$/.test(name)));
}
