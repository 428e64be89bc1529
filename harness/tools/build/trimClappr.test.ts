import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import {
  compiledTemplate,
  withBlobTracks,
  withoutCompiler,
  withoutControllers,
  withoutTemplates,
} from './trimClappr.ts';

const fillTemplate = (text: string, values: object): unknown =>
  runInNewContext(`(${compiledTemplate(text)})(values, (text) => '[' + text + ']')`, { values });

it.each([
  ['nothing to fill in', {}, 'nothing to fill in'],
  ['<b><%= name %></b>', { name: '<i>' }, '<b><i></b>'],
  ['<b><%- name %></b>', { name: '<i>' }, '<b>[<i>]</b>'],
  ['a<%= none %>b', { none: null }, 'ab'],
  ['<% for (var i = 0; i < n; i++) { %>"\\<%= i %>\n<% } %>', { n: 2 }, '"\\0\n"\\1\n'],
])('%j', (text, values, expected) => expect(fillTemplate(text, values)).toBe(expected));

it('finds the templates and the compiler in the release that is installed', () => {
  const read = (name: string) => readFileSync(`node_modules/@clappr/${name}/dist/clappr-${name}.esm.js`, 'utf8');
  const templates: string[] = [];
  const core = withoutCompiler(withoutTemplates(read('core'), templates));
  expect(core).not.toMatch(/new Function|<% /);
  expect(withoutTemplates(read('plugins'), templates)).not.toMatch(/<% |<%=/);
  expect(templates.some((text) => text.includes('media-control-layer'))).toBe(true);
  expect(() => withoutCompiler('')).toThrow('another way');
});

it('names no part of hls.js that is left out', () => {
  const source = readFileSync('node_modules/hls.js/dist/hls.mjs', 'utf8');
  const settings = withoutControllers(source).split('subtitleStreamController: ').at(-1)?.split('});')[0];
  expect(settings).toContain('timelineController: TimelineController');
  expect(settings?.match(/undefined/g)).toHaveLength(7);
  expect(() => withoutControllers('')).toThrow('audioStreamController');
});

it('makes the caption tracks of hls.js without an address that the pages forbid', () => {
  const source = readFileSync('node_modules/hls.js/dist/hls.mjs', 'utf8');
  expect(withBlobTracks(source)).not.toMatch(/\.src = 'data:/);
  expect(() => withBlobTracks('')).toThrow('another way');
});
