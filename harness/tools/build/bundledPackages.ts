import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { UserError } from '../launch/userError.ts';
import { isDeliverable, isTextOf, MIT } from './licenseRules.ts';

export type Part = 'interface' | 'viewer' | 'core';

export interface Component {
  name: string;
  version: string;
  license: string;
  text: string;
  parts: readonly Part[];
}

/** Packages that contain copies of others. Copies marked with `@name` are compared with this list. */
const CARRIES: Readonly<Record<string, readonly string[]>> = {
  'video.js': ['@videojs/http-streaming', 'aes-decrypter', 'pkcs7', 'videojs-contrib-quality-levels', 'videojs-font'],
};

/** Copyright holders of packages whose license is only stated in their README. */
const HOLDERS: Readonly<Record<string, string>> = { 'abstract-logging': 'James Sumners' };

type Copy = Pick<Component, 'name' | 'version' | 'license' | 'text'>;

const COPIES: Readonly<Record<string, readonly Copy[]>> = {
  // zeptojs.com/license
  '@clappr/core': [{ name: 'zepto', version: '1.2.0', license: 'MIT', text: MIT('2010-2018 Thomas Fuchs') }],
  // github.com/marquete/kibo
  '@clappr/plugins': [{ name: 'kibo', version: '1.1.0', license: 'MIT', text: MIT('2013 marquete') }],
};

const Description = z.object({ name: z.string(), version: z.string(), license: z.string() });

const TERMS = /^(licen[cs]e|copying|notice)([.-]|$)/i;

/** The package folder of a file; null for own files and for modules disabled for browsers (`(disabled):…`). */
export function folderOf(file: string): string | null {
  if (file.startsWith('(disabled):')) return null;
  return /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

export const packagesIn = (text: string): string[] =>
  [...text.matchAll(/@name (\S+) @version \S+ @license/g)].map(([, name = '']) => name);

/** Returns the packages of these files with their terms. Throws if a license does not permit delivery. */
export function componentsOf(files: Readonly<Record<Part, readonly string[]>>): Component[] {
  const found = new Map<string, Component>();
  const visited = new Set<string>();
  const add = (folder: string, part: Part) => {
    if (visited.has(`${part} ${folder}`)) return;
    visited.add(`${part} ${folder}`);
    const component = componentIn(folder);
    for (const copy of [component, ...(COPIES[component.name] ?? [])]) {
      const key = `${copy.name}@${copy.version}`;
      found.set(key, { ...copy, parts: [...new Set([...(found.get(key)?.parts ?? []), part])] });
    }
    const parent = folder.slice(0, folder.lastIndexOf('node_modules/'));
    for (const name of CARRIES[component.name] ?? []) add(`${parent}node_modules/${name}`, part);
  };
  for (const part of ['interface', 'viewer', 'core'] as const) {
    for (const folder of new Set(files[part].map(folderOf))) if (folder !== null) add(folder, part);
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function componentIn(folder: string): Omit<Component, 'parts'> {
  const read = Description.safeParse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
  if (!read.success) throw new UserError(`${folder} does not say in its package.json what license it is under.`);
  const { name, version, license } = read.data;
  if (!isDeliverable(license))
    throw new UserError(`${name} ${version} is under ${license}, which nobody has looked at yet.`);
  const texts = readdirSync(folder)
    .filter((file) => TERMS.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const holder = HOLDERS[name];
  if (texts.length === 0 && holder !== undefined && license === 'MIT') texts.push(MIT(holder));
  const text = texts.join('\n\n');
  if (!isTextOf(license, text)) throw new UserError(`${name} ${version} has no file with the text of ${license}.`);
  return { name, version, license, text };
}

export function nodeComponent(version: string): Component {
  const packages = ['x64', 'arm64'].map((cpu) => `node_modules/node-linux-${cpu}`);
  // A Node installed in another way has its license two folders above, or in the package that it was copied from.
  const installed = path.resolve(process.execPath, '../..');
  const folders = [...packages, installed, `${installed}/node_modules/node-${process.platform}-${process.arch}`];
  const file = folders.map((folder) => path.join(folder, 'LICENSE')).find((file) => existsSync(file));
  if (file === undefined) throw new UserError(`No license of Node.js was found in ${folders.join(', ')}.`);
  return { name: 'node', version, license: 'MIT', text: readFileSync(file, 'utf8').trim(), parts: ['core'] };
}
