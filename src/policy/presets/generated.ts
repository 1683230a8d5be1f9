// Made from the YAML files beside it by scripts/build-presets.ts; a test tells when it is out of date.
import type { PolicyDocument } from '../document.js';
import type { PresetName } from '../preset-names.js';
import { rules } from './rules.js';

/** A preset without what it extends. */
export interface Preset {
  readonly sha256: string;
  readonly bases: readonly PresetName[];
  readonly document: PolicyDocument;
}

export const presets: Readonly<Record<PresetName, Preset>> = {
  recommended: {
    sha256: '44d3a1b79238db55dde5bd196f8df6460eb4b18a9e6707414c801dcd08af337f',
    bases: [],
    document: {
      fs: {
        read: {
          deny: rules('receiptbot:recommended', 'fs.read.deny', [
            [9, 9, '**/.env', 'secrets of the project stay out of agent runs'],
            [
              11,
              9,
              '**/.env.*',
              'secrets of the project stay out of agent runs',
              ['**/.env.example', '**/.env.sample', '**/.env.template', '**/.env.dist', '**/.env.defaults'],
            ],
            [14, 9, '**/.envrc', 'direnv keeps secrets of the project there'],
            [16, 9, '~/.ssh/**', 'private keys for other machines'],
            [18, 9, '/etc/ssh/ssh_host_*_key', 'the private keys of this machine'],
            [20, 9, '~/.gnupg/**', 'private keys for signing and decrypting'],
            [22, 9, '~/.password-store/**', 'passwords of the user'],
            [24, 9, '~/.local/share/keyrings/**', 'passwords of the user'],
            [26, 9, '~/Library/Keychains/**', 'passwords of the user'],
            [28, 9, '~/.vault-token', 'opens the secrets of a Vault server'],
            [30, 9, '~/.aws/**', 'credentials for AWS'],
            [32, 9, '~/.config/gcloud/**', 'credentials for Google Cloud'],
            [34, 9, '~/AppData/Roaming/gcloud/**', 'credentials for Google Cloud'],
            [36, 9, '~/.azure/**', 'credentials for Azure'],
            [38, 9, '~/.oci/**', 'credentials for Oracle Cloud'],
            [40, 9, '~/.config/doctl/**', 'credentials for DigitalOcean'],
            [42, 9, '~/.terraform.d/credentials.tfrc.json', 'credentials for Terraform'],
            [44, 9, '~/.kube/**', 'credentials for Kubernetes clusters'],
            [46, 9, '/var/run/secrets/kubernetes.io/**', 'the service account of the pod'],
            [48, 9, '~/.docker/config.json', 'credentials for container registries'],
            [50, 9, '~/.config/containers/auth.json', 'credentials for container registries'],
            [52, 9, '~/.git-credentials', 'passwords for Git servers'],
            [54, 9, '~/.config/git/credentials', 'passwords for Git servers'],
            [56, 9, '~/.config/gh/hosts.yml', 'the token of the GitHub command line'],
            [58, 9, '~/.config/glab-cli/config.yml', 'the token of the GitLab command line'],
            [60, 9, '~/.netrc', 'passwords for hosts'],
            [62, 9, '~/_netrc', 'passwords for hosts'],
            [64, 9, '~/.pypirc', 'the token that publishes to PyPI'],
            [66, 9, '~/.cargo/credentials', 'the token that publishes to crates.io'],
            [68, 9, '~/.cargo/credentials.toml', 'the token that publishes to crates.io'],
            [70, 9, '~/.gem/credentials', 'the key that publishes to RubyGems'],
            [72, 9, '~/.m2/settings.xml', 'passwords for Maven repositories'],
            [74, 9, '~/.gradle/gradle.properties', 'passwords for Gradle builds'],
            [76, 9, '~/.composer/auth.json', 'tokens for PHP packages'],
            [78, 9, '~/.config/composer/auth.json', 'tokens for PHP packages'],
            [80, 9, '/etc/shadow*', 'password hashes of this machine'],
            [82, 9, '/etc/gshadow*', 'password hashes of this machine'],
            [84, 9, '/proc/*/environ', 'environments of processes, with their secrets'],
            [86, 9, '/proc/*/task/*/environ', 'environments of processes, with their secrets'],
            [88, 9, '/proc/*/mem', 'the memory of processes, with all that they know'],
            [90, 9, '/proc/*/task/*/mem', 'the memory of processes, with all that they know'],
          ]),
        },
        write: {
          deny: rules('receiptbot:recommended', 'fs.write.deny', [
            [94, 9, '~/.ssh/**', 'a key added there opens this machine'],
            [96, 9, '~/.bashrc', 'runs in every shell of the user'],
            [98, 9, '~/.bash_profile', 'runs in every shell of the user'],
            [100, 9, '~/.bash_login', 'runs in every shell of the user'],
            [102, 9, '~/.bash_logout', 'runs in every shell of the user'],
            [104, 9, '~/.bash_aliases', 'runs in every shell of the user'],
            [106, 9, '~/.profile', 'runs in every shell of the user'],
            [108, 9, '~/.zshrc', 'runs in every shell of the user'],
            [110, 9, '~/.zshenv', 'runs in every shell of the user'],
            [112, 9, '~/.zprofile', 'runs in every shell of the user'],
            [114, 9, '~/.zlogin', 'runs in every shell of the user'],
            [116, 9, '~/.config/fish/**', 'runs in every shell of the user'],
            [118, 9, '~/Documents/PowerShell/**', 'runs in every shell of the user'],
            [120, 9, '~/Documents/WindowsPowerShell/**', 'runs in every shell of the user'],
            [122, 9, '/etc/profile', 'runs in every shell of every user'],
            [124, 9, '/etc/profile.d/**', 'runs in every shell of every user'],
            [126, 9, '/etc/bash.bashrc', 'runs in every shell of every user'],
            [128, 9, '/etc/zsh/**', 'runs in every shell of every user'],
            [
              130,
              9,
              '**/.git/hooks/**',
              "runs at the next git command; npm's own clones are its to clear away",
              ['~/.npm/_cacache/tmp/**'],
            ],
            [133, 9, '/etc/cron*/**', 'runs later, without anyone'],
            [135, 9, '/etc/crontab', 'runs later, without anyone'],
            [137, 9, '/var/spool/cron/**', 'runs later, without anyone'],
            [139, 9, '/etc/systemd/**', 'runs later, without anyone'],
            [141, 9, '~/.config/systemd/user/**', 'runs later, without anyone'],
            [143, 9, '~/.config/autostart/**', 'runs when the user logs in'],
            [145, 9, '~/Library/LaunchAgents/**', 'runs when the user logs in'],
            [
              147,
              9,
              '~/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/**',
              'runs when the user logs in',
            ],
            [149, 9, '/etc/ld.so.preload', 'is loaded into every program'],
            [151, 9, '/etc/sudoers', 'decides who is root'],
            [153, 9, '/etc/sudoers.d/**', 'decides who is root'],
          ]),
        },
      },
      net: {
        connect: {
          deny: rules('receiptbot:recommended', 'net.connect.deny', [
            [159, 9, 'metadata', 'the metadata service of a cloud hands out credentials of the machine'],
          ]),
        },
      },
      exec: {
        deny: rules('receiptbot:recommended', 'exec.deny', [
          [164, 7, 'sudo', 'raises privileges'],
          [166, 7, 'sudoedit', 'raises privileges'],
          [168, 7, 'su', 'raises privileges'],
          [170, 7, 'doas', 'raises privileges'],
          [172, 7, 'pkexec', 'raises privileges'],
          [174, 7, 'run0', 'raises privileges'],
          [176, 7, 'runas', 'raises privileges'],
          [178, 7, 'crontab', 'what it installs runs later, without anyone'],
        ]),
      },
      process: {
        internals: {
          word: 'deny',
          at: { file: 'receiptbot:recommended', line: 182, column: 14, key: 'process.internals' },
        },
        inspector: {
          word: 'deny',
          at: { file: 'receiptbot:recommended', line: 183, column: 14, key: 'process.inspector' },
        },
      },
    },
  },
  strict: {
    sha256: 'd34ab56a8de0f0329cef9abb6e2d907755fdd0cdb7a3f33555910f33f95b1c51',
    bases: ['recommended'],
    document: {
      fs: {
        read: {
          allow: rules('receiptbot:strict', 'fs.read.allow', [
            [9, 9, '${project}/**', 'the project itself'],
            [11, 9, '${modules}/**', 'the packages it is made of'],
          ]),
          allowAt: { file: 'receiptbot:strict', line: 9, column: 7, key: 'fs.read.allow' },
        },
        write: { allow: [], allowAt: { file: 'receiptbot:strict', line: 14, column: 12, key: 'fs.write.allow' } },
      },
      net: {
        connect: { allow: [], allowAt: { file: 'receiptbot:strict', line: 18, column: 12, key: 'net.connect.allow' } },
        listen: { allow: [], allowAt: { file: 'receiptbot:strict', line: 20, column: 12, key: 'net.listen.allow' } },
      },
      exec: { allow: [], allowAt: { file: 'receiptbot:strict', line: 23, column: 10, key: 'exec.allow' } },
      process: {
        addons: { word: 'deny', at: { file: 'receiptbot:strict', line: 26, column: 11, key: 'process.addons' } },
        internals: { word: 'deny', at: { file: 'receiptbot:strict', line: 27, column: 14, key: 'process.internals' } },
        inspector: { word: 'deny', at: { file: 'receiptbot:strict', line: 28, column: 14, key: 'process.inspector' } },
        wasi: { word: 'deny', at: { file: 'receiptbot:strict', line: 29, column: 9, key: 'process.wasi' } },
        signals: { word: 'deny', at: { file: 'receiptbot:strict', line: 30, column: 12, key: 'process.signals' } },
        workers: { word: 'deny', at: { file: 'receiptbot:strict', line: 31, column: 12, key: 'process.workers' } },
      },
    },
  },
  'mcp-server': {
    sha256: '4344ec39dc487f247e55e060b5cc962807bc0a538f5ead3b7bf3ff89c886a0e3',
    bases: ['strict'],
    document: {
      fs: {
        write: {
          allow: rules('receiptbot:mcp-server', 'fs.write.allow', [
            [9, 9, '${project}/**', 'the files that the server is for'],
          ]),
          allowAt: { file: 'receiptbot:mcp-server', line: 9, column: 7, key: 'fs.write.allow' },
        },
      },
    },
  },
  'package-managers': {
    sha256: '36e9070119cb77f1e9f0a8645c63b3d5948ba85696ade7d8f7bc61b795c3372b',
    bases: [],
    document: {
      fs: {
        read: {
          allow: rules('receiptbot:package-managers', 'fs.read.allow', [
            [8, 9, '~/.npm/**', 'cache and logs of npm'],
            [10, 9, '~/AppData/Local/npm-cache/**', 'cache and logs of npm'],
            [12, 9, '~/.npmrc', 'settings of npm'],
            [14, 9, '/etc/npmrc', 'settings of npm'],
            [16, 9, '/usr/etc/npmrc', 'settings of npm'],
            [18, 9, '/usr/local/etc/npmrc', 'settings of npm'],
            [20, 9, '**/node_modules/npm/**', 'npm itself'],
            [22, 9, '**/node_modules/corepack/**', 'corepack itself'],
            [24, 9, '**/node_modules/pnpm/**', 'pnpm itself'],
            [26, 9, '**/node_modules/yarn/**', 'yarn itself'],
            [28, 9, '~/.cache/node/corepack/**', 'package managers that corepack keeps'],
            [30, 9, '~/Library/Caches/node/corepack/**', 'package managers that corepack keeps'],
            [32, 9, '~/AppData/Local/node/corepack/**', 'package managers that corepack keeps'],
            [34, 9, '~/.yarn/**', 'cache of yarn'],
            [36, 9, '~/.yarnrc', 'settings of yarn'],
            [38, 9, '~/.yarnrc.yml', 'settings of yarn'],
            [40, 9, '~/.config/yarn/**', 'settings of yarn'],
            [42, 9, '~/.cache/yarn/**', 'cache of yarn'],
            [44, 9, '~/Library/Caches/Yarn/**', 'cache of yarn'],
            [46, 9, '~/AppData/Local/Yarn/**', 'cache of yarn'],
            [48, 9, '~/.config/pnpm/**', 'settings of pnpm'],
            [50, 9, '~/.cache/pnpm/**', 'cache of pnpm'],
            [52, 9, '~/.local/share/pnpm/**', 'store of pnpm'],
            [54, 9, '~/.local/state/pnpm/**', 'state of pnpm'],
            [56, 9, '~/Library/pnpm/**', 'store of pnpm'],
            [58, 9, '~/Library/Caches/pnpm/**', 'cache of pnpm'],
            [60, 9, '~/Library/Preferences/pnpm/**', 'settings of pnpm'],
            [62, 9, '~/AppData/Local/pnpm/**', 'store of pnpm'],
            [64, 9, '~/AppData/Local/pnpm-cache/**', 'cache of pnpm'],
            [66, 9, '~/AppData/Local/pnpm-state/**', 'state of pnpm'],
          ]),
        },
        write: {
          allow: rules('receiptbot:package-managers', 'fs.write.allow', [
            [70, 9, '~/.npm/**', 'cache and logs of npm'],
            [72, 9, '~/AppData/Local/npm-cache/**', 'cache and logs of npm'],
            [74, 9, '~/.cache/node/corepack/**', 'package managers that corepack keeps'],
            [76, 9, '~/Library/Caches/node/corepack/**', 'package managers that corepack keeps'],
            [78, 9, '~/AppData/Local/node/corepack/**', 'package managers that corepack keeps'],
            [80, 9, '~/.yarn/**', 'cache of yarn'],
            [82, 9, '~/.cache/yarn/**', 'cache of yarn'],
            [84, 9, '~/Library/Caches/Yarn/**', 'cache of yarn'],
            [86, 9, '~/AppData/Local/Yarn/**', 'cache of yarn'],
            [88, 9, '~/.cache/pnpm/**', 'cache of pnpm'],
            [90, 9, '~/.local/share/pnpm/**', 'store of pnpm'],
            [92, 9, '~/.local/state/pnpm/**', 'state of pnpm'],
            [94, 9, '~/Library/pnpm/**', 'store of pnpm'],
            [96, 9, '~/Library/Caches/pnpm/**', 'cache of pnpm'],
            [98, 9, '~/AppData/Local/pnpm/**', 'store of pnpm'],
            [100, 9, '~/AppData/Local/pnpm-cache/**', 'cache of pnpm'],
            [102, 9, '~/AppData/Local/pnpm-state/**', 'state of pnpm'],
          ]),
        },
      },
    },
  },
};
