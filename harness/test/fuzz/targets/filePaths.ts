import { rmSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskPaths } from '../../../../server/storage/diskPaths.ts';
import { createMemory } from '../../../../server/storage/memory.ts';
import { parseMimeTypes } from '../../../../server/storage/mime.ts';
import { normalizeName } from '../../../../server/storage/normalizeName.ts';
import { nothingPrivate } from '../../../../server/storage/privateFiles.ts';
import { testTempDir } from '../../core/testTempDir.ts';
import { globFolder, globMatches, isApiError } from '../coreParserAdapters.ts';
import { record, text } from '../kinds.ts';
import { must, unlessLater } from '../must.ts';
import { referenceGlob } from '../reference/glob.ts';
import { target } from '../target.ts';

/** Maximum size of a request line. */
const PATH = 16 * 1024;

/** Decoded bytes contain no lone surrogates. */
const wellFormed = (all: string) => all.replace(/\p{Surrogate}/gu, '');

const pathText = text({
  words: ['/', '../', './', '..', '%2e', '\\', '\0', 'a', 'out', 'in', '.uploads', '/.uploads/x', 'in/file', '//', '~'],
  arriving: wellFormed,
});

let root = '';
const paths = target({
  name: 'files: names stay inside of the storage',
  reads: ['server/storage/diskPaths.ts', 'server/storage/normalizeName.ts', 'server/storage/memory.ts'],
  kind: pathText,
  examples: ['/in/file', '/out/secret', '/../secret', '/.uploads/x', '/in/../../secret', '/new/a/b.ts'],
  bounds: { growTo: PATH },
  async open() {
    const home = testTempDir();
    root = join(home, 'root');
    await mkdir(join(root, 'in'), { recursive: true });
    await mkdir(join(root, '.uploads'));
    await writeFile(join(home, 'secret'), 'x');
    await writeFile(join(root, 'in', 'file'), 'x');
    await symlink('..', join(root, 'out'));
  },
  async run(path) {
    const name = normalizeName(path);
    must(name.startsWith('/') && !`${name}/`.includes('/../'), () => `${name} leads elsewhere`);
    must(normalizeName(name) === name, () => `${name} is not its own name`);
    const disk = createDiskPaths(root, nothingPrivate);
    const real = await disk.real(path);
    must(real === null || real === root || real.startsWith(`${root}/`), () => `${real} is outside`);
    must(real === null || !real.startsWith(`${root}/.uploads/`), 'uploads under way are seen');
    // Deep folders are not created, because that would dominate the run time.
    const isDeep = name.split('/').length > 20;
    const target = await (isDeep ? Promise.resolve(null) : disk.target(name)).catch((error: unknown) => {
      // Expected errors, which an upload reports to its client.
      const code = error instanceof Error ? String(Reflect.get(error, 'code')) : '';
      if (isApiError(error) || ['ENAMETOOLONG', 'EEXIST', 'ENOTDIR'].includes(code)) return null;
      throw error;
    });
    must(target === null || target.startsWith(`${root}/`), () => `${target} is outside`);
    const top = name.split('/')[1] ?? '';
    if (target !== null && top.length < 80 && !['in', 'out', '.uploads'].includes(top)) {
      rmSync(join(root, top), { recursive: true, force: true });
    }
    const mem = createMemory({ limitBytes: 0, purge: false });
    const written = await unlessLater(isApiError, mem.write(path, Buffer.from('x')));
    must(written !== null || name === '/' || /\p{Cc}/u.test(name), () => `${name} is refused`);
    if (written !== null) {
      must((await mem.stat(path))?.name === name, 'what was written is not found');
      must(await mem.remove(path), 'what was written cannot be removed');
    }
    return { real: real !== null, made: target !== null };
  },
  findings: [],
});

const GLOB = [
  '*',
  '**',
  '?',
  '[ab]',
  '[!a]',
  '[a-z]',
  '{a,b}',
  '{',
  '}',
  ',',
  '\\',
  '[',
  ']',
  '-',
  '/',
  '.',
  'a',
  '!',
  '^',
];
const globs = target({
  name: 'files: globs mean what they say',
  reads: ['server/storage/glob.ts'],
  kind: record<{ glob: string; name: string }>({
    glob: text({ words: GLOB, arriving: wellFormed }),
    name: text({ words: ['/', 'a', 'b', '.ts', '-', ']', '\n', '💥', '_0001'], arriving: wellFormed }),
  }),
  examples: [
    { glob: '/a*.ts', name: '/a_0001.ts' },
    { glob: '/**/{a,b}[0-9]?', name: '/x/y/a1b' },
    { glob: '*a*a*a*a*b', name: 'aaaaaaaaaaaaaaaaaaaa' },
    { glob: '\\*[!a]', name: '*b' },
  ],
  bounds: { growTo: PATH },
  run({ glob, name }) {
    const found = globMatches(glob, name);
    if (glob.length <= 12 && name.length <= 16) {
      const expected = referenceGlob(glob, name);
      must(expected === undefined || found === expected, () => `${found}, and it should be ${expected}`);
    }
    const folder = globFolder(glob);
    must(folder.startsWith('/') && folder.endsWith('/'), () => `${folder} is no folder`);
    if (found === true && name.startsWith('/')) must(name.startsWith(folder), () => `${name} is not in ${folder}`);
    return { found, folder };
  },
  findings: [],
});

const types = target({
  name: 'files: types by extension',
  share: 0.3,
  reads: ['server/storage/mime.ts'],
  kind: record<{ list: string; name: string }>({
    list: text({ words: ['text/html', ' htm', '#', '\n', '\r', ' .x', '\t'] }),
    name: text({ words: ['.', '.htm', '.TS', '/', 'constructor', '.__proto__'] }),
  }),
  examples: [
    { list: '# web\ntext/x  x .y\n', name: '/a.x' },
    { list: '', name: '/a.css' },
  ],
  run({ list, name }) {
    const type = parseMimeTypes(list)(name);
    must(typeof type === 'string' && !/[\r\n]/.test(type), () => `${String(type)} is no type`);
    return type;
  },
  findings: [
    {
      input: { list: '', name: 'a.constructor' },
      why: 'the type was a function: a file of this name was answered with 500',
    },
  ],
});

export const filePaths = [paths, globs, types];
