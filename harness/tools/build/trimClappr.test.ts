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

const filled = (text: string, values: object): unknown =>
  runInNewContext(`(${compiledTemplate(text)})(values, (text) => '[' + text + ']')`, { values });

it.each([
  ['nothing to fill in', {}, 'nothing to fill in'],
  ['<b><%= name %></b>', { name: '<i>' }, '<b><i></b>'],
  ['<b><%- name %></b>', { name: '<i>' }, '<b>[<i>]</b>'],
  ['a<%= none %>b', { none: null }, 'ab'],
  ['<% for (var i = 0; i < n; i++) { %>"\\<%= i %>\n<% } %>', { n: 2 }, '"\\0\n"\\1\n'],
])('the template %j is compiled', (text, values, expected) => expect(filled(text, values)).toBe(expected));

it('the installed Clappr contains the expected templates and compiler', () => {
  const read = (name: string) => readFileSync(`node_modules/@clappr/${name}/dist/clappr-${name}.esm.js`, 'utf8');
  const templates: string[] = [];
  const core = withoutCompiler(withoutTemplates(read('core'), templates));
  expect(core).not.toMatch(/new Function|<% /);
  expect(withoutTemplates(read('plugins'), templates)).not.toMatch(/<% |<%=/);
  expect(templates.some((text) => text.includes('media-control-layer'))).toBe(true);
  expect(() => withoutCompiler('')).toThrow('another way');
});

it('the code does not refer to omitted parts of hls.js', () => {
  const source = readFileSync('node_modules/hls.js/dist/hls.mjs', 'utf8');
  const settings = withoutControllers(source).split('subtitleStreamController: ').at(-1)?.split('});')[0];
  expect(settings).toContain('timelineController: TimelineController');
  expect(settings?.match(/undefined/g)).toHaveLength(7);
  expect(() => withoutControllers('')).toThrow('audioStreamController');
});

it('caption tracks of hls.js start with a blob instead of a data URL, which the policy forbids', () => {
  const source = readFileSync('node_modules/hls.js/dist/hls.mjs', 'utf8');
  expect(withBlobTracks(source)).not.toMatch(/\.src = 'data:/);
  expect(() => withBlobTracks('')).toThrow('another way');
});
