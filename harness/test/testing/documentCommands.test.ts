import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { type ShellCommand, shellCommands } from './shellCommands.ts';

const run = promisify(execFile);
const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim().split('\n');
const tracked = git('ls-files', '-co', '--exclude-standard').filter((file) => existsSync(file));
const documents = tracked.filter((file) => /\.md$|(?:^|\/)readme[^/]*$/i.test(file) && !file.endsWith('.ts'));

type Place = { kind: 'block'; language: string; text: string } | { kind: 'words'; text: string };

function codeOf(file: string): Place[] {
  const found: Place[] = [];
  marked.walkTokens(marked.lexer(readFileSync(file, 'utf8')), (token: Token) => {
    if (token.type === 'code') found.push({ kind: 'block', language: token.lang ?? '', text: token.text });
    if (token.type === 'codespan') found.push({ kind: 'words', text: token.text });
  });
  return found;
}
const code = new Map(documents.map((file) => [file, codeOf(file)]));

const FILE = /[\w*}…]\.(?:tsx?|mjs|cjs|js|json|ya?ml|md|sh|hcl|html|css|toml|txt|Dockerfile)$/;
const folders = [...new Set(tracked.flatMap((file) => parentsOf(file)))];
const roots = new Set([...tracked.flatMap((file) => /^(?:src\/)?([^/]+)\//.exec(file)?.[1] ?? []), 'src']);

function parentsOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Documents can omit parent folders and `.ts`. `{id}`, `…` and `*` are wildcards. */
function patternOf(name: string): RegExp {
  const plain = name.replace(/^(?:\.\.?\/)+/, '').replace(/\/$/, '');
  const pattern = plain.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]*\}|…|(?<!\.)\*+/g, '[^/]*');
  return new RegExp(`(?:^|/)${pattern}(?:\\.tsx?)?$`);
}
const isThere = (name: string) => {
  const pattern = patternOf(name);
  return tracked.some((file) => pattern.test(file)) || folders.some((folder) => pattern.test(folder));
};

const namesFile = (word: string) =>
  /^[\w.@{}*…/-]+$/.test(word) &&
  !word.startsWith('/') &&
  (FILE.test(word) || (word.includes('/') && roots.has(word.split('/')[0] ?? '')));

/** Names that look like files of the repository, by document, and what they are. */
const OTHER_FILES: readonly (readonly [document: RegExp, names: RegExp, what: string])[] = [
  [/^CHANGELOG/, /^(?:docker\/embedded\.Dockerfile|video\.min\.js)$/, 'files of earlier versions'],
  [/./, /^(?:config\/)?(?:db|config)\.json$/, 'data of a core'],
  [/^CONTRIBUTING/, /^test-results\//, 'written by the tests'],
  [/^docs\/automation/, /^channel\.mjs$/, 'a program of the reader'],
  [/^docs\/automation/, /^bundle\.json$/, 'an entry of an exported zip'],
  [/^docs\/adding/, /ViewersScreen\.tsx$|^[ab]\.json$/, 'examples of the recipes'],
  [
    /^docs\/(?:agent|security)/,
    /^(?:(?:hold|look)-CHANNEL(?:\.platforms)?|look-\{channel\}|sluice-agent)\.json$/,
    'in the memory of a core',
  ],
  [/^docs\/agent/, /^prometheus\.yml$/, 'the settings of a Prometheus'],
  [/^docs\/control/, /^(?:configuration|secrets)\.yaml$/, 'the settings of a Home Assistant'],
  [/0026/, /^\.setup\//, 'written by the build'],
  [/^docs\/website/, /^api\/v3\//, 'an address of a core'],
  [/./, /^(?:playersite|preview\.html)/, 'written for viewers, or by the build'],
  [/./, /^(?:config|cmdline)\.txt$|^firstrun\.sh$/, 'of a Raspberry Pi'],
  [/^docs\/install/, /\.cdx\.json$/, 'of an image'],
  [/^docs\/scaling/, /^live[\d_/]+\.ts$/, 'segments of a stream'],
  [/./, /^(?:videojs-vtt|ipaddr)\.js$/, 'packages'],
];

describe('file names in documents', () => {
  const paths = documents.flatMap((file) =>
    (code.get(file) ?? []).flatMap((place) =>
      place.kind === 'words' && !/^https?:/.test(place.text)
        ? place.text.split(/\s+|[=:](?=[\w./]*\/)/).flatMap((word) => (namesFile(word) ? [{ file, word }] : []))
        : [],
    ),
  );

  it('are found by this test', () => expect(paths.length).toBeGreaterThan(600));

  it.each(documents)('exist as files: %s', (document) => {
    const missing = paths.filter(({ file, word }) => file === document && !isThere(word)).map(({ word }) => word);
    const others = OTHER_FILES.filter(([doc]) => doc.test(document));
    expect(
      missing.filter((word) => !others.some(([, names]) => names.test(word))),
      'correct these names, or say in OTHER_FILES what they are',
    ).toEqual([]);
  });

  it.each(OTHER_FILES)('in %s still contain the exception %s, %s', (doc, names) =>
    expect(paths.some(({ file, word }) => doc.test(file) && names.test(word) && !isThere(word))).toBe(true),
  );
});

interface DocumentCommand extends ShellCommand {
  document: string;
}

const PROGRAMS =
  /^(?:make|npm|npx|node|git|docker|docker-compose|podman|curl|ssh|sudo|echo|cp|cd|chmod|df|ls|sh|getent|nvidia-smi|vcgencmd|rpicam-\w+|apt-get|systemctl|journalctl|ffmpeg|cosign|gh)$/;

const commandsIn = (document: string, place: Place): DocumentCommand[] => {
  if (place.kind === 'block') {
    const script = {
      sh: place.text,
      ini: [...place.text.matchAll(/^Exec\w+=(.*)$/gm)].map(([, line]) => line).join('\n'),
    }[place.language];
    return shellCommands(script ?? '').map((command) => ({ ...command, document }));
  }
  const found = shellCommands(place.text);
  const isCommand = found.length > 0 && found.every(({ program, words }) => PROGRAMS.test(program) && words.length > 0);
  return isCommand ? found.map((command) => ({ ...command, document })) : [];
};
const commands = documents.flatMap((document) =>
  (code.get(document) ?? []).flatMap((place) => commandsIn(document, place)),
);

const makefile = readFileSync('Makefile', 'utf8');
const targets = new Set([...makefile.matchAll(/^([a-z0-9-]+):/gm)].map(([, target = '']) => target));
const variables = new Set(
  execFileSync(
    'git',
    ['grep', '--untracked', '-hIowE', '[A-Z][A-Z0-9_]+', '--', ':!*.md', ':!assets', ':!package-lock.json'],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  ).split('\n'),
);

/** Variables of Docker and libfaketime. */
const OTHER_VARIABLES = /^(?:DOCKER_BUILDKIT|LD_PRELOAD|FAKETIME_\w+)$/;

const unknownVariables = (names: readonly string[]) =>
  names
    .filter((name) => /^[A-Z]/.test(name) && !OTHER_VARIABLES.test(name) && !variables.has(name))
    .map((name) => `no code reads ${name}`);

const missingFiles = (words: readonly string[]) =>
  words
    .flatMap((word) => word.split(/[=:]/))
    .filter((word) => namesFile(word) && word.includes('/') && !isThere(word))
    .map((word) => `no file ${word}`);

const dockerfile = readFileSync('docker/Dockerfile', 'utf8');

function unknownBuildArguments(words: readonly string[]): string[] {
  const names = words.filter((_, index) => words[index - 1] === '--build-arg').map((word) => word.replace(/=.*/, ''));
  return names.filter((name) => !new RegExp(`^ARG ${name}\\b`, 'm').test(dockerfile)).map((name) => `no ARG ${name}`);
}

const helps = new Map<string, Promise<string>>();
function helpOf(tool: string): Promise<string> {
  const [program = '', ...words] = tool.split(' ');
  const help = helps.get(tool) ?? run(program, [...words, '--help']).then(({ stdout, stderr }) => stdout + stderr);
  helps.set(tool, help);
  return help;
}

async function unknownOptions(tool: string, words: readonly string[]): Promise<string[]> {
  const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/=.*/, ''));
  if (options.length === 0) return [];
  const help = await helpOf(tool);
  return options
    .filter((option) => !new RegExp(`(?:^|[\\s,])${option}(?![\\w-])`, 'm').test(help))
    .map((option) => `${tool} has no option ${option}`);
}

type Check = (command: ShellCommand) => string[] | Promise<string[]>;

/** Checks that return what is wrong with a command, without running it. */
const CHECKED: Readonly<Record<string, Check>> = {
  make: ({ words, variables: set }) => {
    const own = words.filter((word) => !/^-|^\//.test(word));
    const assigned = own.flatMap((word) => /^([A-Z]\w*)=/.exec(word)?.[1] ?? []);
    const targetNames = own.filter((word) => !word.includes('='));
    return [
      ...targetNames.filter((target) => !targets.has(target)).map((target) => `the Makefile has no target ${target}`),
      ...unknownVariables([...assigned, ...set]),
    ];
  },
  npm: ({ words: [verb, script = '', ...rest] }) => {
    if (verb === 'run') {
      const command = Object.entries(project.scripts).find(([name]) => name === script)?.[1];
      if (command === undefined) return [`package.json has no script ${script}`];
      const source = readFileSync(/\S+\.ts/.exec(command)?.[0] ?? 'package.json', 'utf8');
      const options = rest.filter((word) => /^--\w/.test(word)).map((word) => word.slice(2));
      const unknown = options.filter((option) => !new RegExp(`\\b${option}\\b`).test(source));
      return [...unknown.map((option) => `${script} has no option --${option}`), ...missingFiles(rest)];
    }
    return ['ci', 'install', 'outdated', 'version'].includes(verb ?? '') ? [] : [`no row for npm ${verb}`];
  },
  npx: async ({ words, variables: set }) => {
    const [tool = '', verb = ''] = words;
    if (!existsSync(path.join('node_modules/.bin', tool))) return [`no package has the program ${tool}`];
    const wrong = await unknownOptions(/^[a-z]+$/.test(verb) ? `${tool} ${verb}` : tool, words.slice(1));
    return [...wrong, ...missingFiles(words), ...unknownVariables(set)];
  },
  node: ({ words, variables: set }) => [
    ...(existsSync(words[0] ?? '') ? [] : [`no file ${words[0]}`]),
    ...unknownVariables(set),
  ],
};

/** Commands that are neither run nor checked, with the reason. Their files and variables are still checked. */
const NOT_RUN: readonly (readonly [document: RegExp, commands: RegExp, why: string])[] = [
  [
    /^docs\/install/,
    /\bdocker\b|^(?:umask|rm -f sluice\.tar\.gz|df -h)/,
    'need an engine: `make containers` starts the same images and Compose files, replaces and stops them',
  ],
  [
    /^docs\/moving/,
    /\bdocker\b/,
    'needs an engine: harness/test/headless/declared.test.ts starts cores with such a folder',
  ],
  [
    /^docs\/(?:agent|help\/.*\/alarms)/,
    /\bdocker\b/,
    'need an engine: `make containers` starts the image of the agent, agentBesideCore.test.ts its program',
  ],
  [/^docs\/agent/, /^curl /, 'needs the token of a core: harness/test/core/agentApi.test.ts asks the same'],
  [/^docs\/install/, /^podman /, 'Podman is on no machine of the tests, as the page says'],
  [
    /^(?:README|docs\/install)/,
    /^sudo (?:apt-get|useradd|usermod|cp|chown|chmod|systemctl) /,
    'change the system of the machine',
  ],
  [/^docs\/install/, /^getent /, 'asks the machine of the reader'],
  [/^docs\/(?:install|help\/.*\/settings)/, /^(?:git|docker) pull$/, 'needs the network'],
  [
    /^docs\/raspberry-pi/,
    /^(?:sudo|ssh|cd|echo|gzip|ls|vcgencmd|rpicam-hello|docker) /,
    'need a Raspberry Pi: `make pi-check` sets up a Debian from the card and starts its Compose file',
  ],
  [/^docs\/agent/, /^openssl rand /, 'draws a token on the machine of the reader'],
  [/^docs\/releasing/, /^(?:git|cosign|docker|IMAGE=\S+ VERSION=\S+ docker) /, 'need a registry, a signature or a tag'],
  [
    /^docs\/scaling/,
    /\bdocker (?:build|save|load|push)\b|^gzip$/,
    'need an engine and a second machine: `make containers` builds the image of an edge and starts it',
  ],
  [
    /^docs\/security/,
    /127\.0\.0\.1:18302|\/tmp\/review\/|faketime/,
    'an edge on fixed ports and a clock that is set: edge.test.ts and harness/test/clock start their own',
  ],
];

const RUN: readonly (readonly [document: string, commands: RegExp, test: string])[] = [
  ['docs/automation.md', /./, 'harness/test/core/automation.test.ts'],
  ['docs/control.md', /./, 'harness/test/core/control.test.ts'],
  ['docs/moving.md', /^(?!.*\b(?:make|docker) )./, 'harness/test/headless/moving.test.ts'],
  ['docs/security.md', /127\.0\.0\.1:1830[01]\/|^(?:do sleep|sed|token=)/, 'harness/test/core/reviewerSteps.test.ts'],
  [
    'docs/scaling.md',
    /^(?:end|signature)=|^echo "?https:\/\/edge|^printf|^openssl|^tr |^date/,
    'harness/tools/edge/edge.test.ts',
  ],
];

const isRun = ({ document, text }: DocumentCommand) =>
  RUN.some(([file, pattern]) => file === document && pattern.test(text));
const reasonsFor = ({ document, text }: DocumentCommand) =>
  NOT_RUN.filter(([doc, pattern]) => doc.test(document) && pattern.test(text));

describe('commands in documents', () => {
  it('are found by this test', () => expect(commands.length).toBeGreaterThan(150));

  it.each(documents)('of %s are run by a test, checked, or listed with a reason', async (document) => {
    const wrong: string[] = [];
    for (const command of commands.filter((command) => command.document === document && !isRun(command))) {
      const check = CHECKED[command.program];
      const found = [
        ...((await check?.(command)) ?? [
          ...missingFiles(command.words),
          ...unknownBuildArguments(command.words),
          ...unknownVariables(command.variables),
        ]),
        ...(check || command.program === '' || reasonsFor(command).length > 0
          ? []
          : ['neither run nor checked: add it to NOT_RUN with the reason']),
      ];
      wrong.push(...found.map((line) => `${command.text}: ${line}`));
    }
    expect(wrong).toEqual([]);
  });

  it.each(documents)('of %s are in blocks with a language, and valid shell', async (document) => {
    for (const place of code.get(document) ?? []) {
      if (place.kind !== 'block') continue;
      expect(['sh', 'ts', 'js', 'json', 'html', 'ini', 'yaml', 'text'], place.text).toContain(place.language);
      if (place.language === 'sh')
        await expect(run('bash', ['-n', '-c', place.text]), place.text).resolves.toBeDefined();
    }
  });

  it.each(NOT_RUN)('in %s still contain the exception %s', (doc, pattern) =>
    expect(
      commands.some((command) => doc.test(command.document) && pattern.test(command.text) && !isRun(command)),
    ).toBe(true),
  );

  it.each(RUN)('of %s are read by the test that runs them', (document, _, test) =>
    expect(readFileSync(test, 'utf8')).toContain(document),
  );
});

it.each(documents)('environment variables named in %s are used by code', (document) => {
  const texts = (code.get(document) ?? []).flatMap(({ kind, text }) =>
    kind === 'words' ? (/^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=|$)/.exec(text)?.[1] ?? []) : [],
  );
  expect(unknownVariables(texts)).toEqual([]);
});
