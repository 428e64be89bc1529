import { expect, it } from 'vitest';
import { INERT, inert } from './inert.ts';
import { rendered } from './template.ts';

it.each([
  ['{{x}}', { x: '<b>' }, '&lt;b&gt;'],
  ['{{{x}}}', { x: '<b>' }, '<b>'],
  ['{{#ifEquals a b}}same{{else}}other{{/ifEquals}}', { a: 1, b: 1 }, 'same'],
  ['{{#ifEquals a b}}same{{else}}other{{/ifEquals}}', { a: 1, b: '1' }, 'other'],
  ['{{#ifnoteq a b}}other{{else}}same{{/ifnoteq}}', { a: 1, b: 2 }, 'other'],
  ['{{#ifEquals a b}}same{{/ifEquals}}', { a: 1, b: 2 }, ''],
  ['{{#each list}}{{this.name}} of {{@root.title}};{{/each}}', { list: [{ name: 'a' }], title: 't' }, 'a of t;'],
  ['{{#with x}}{{y}}{{/with}}{{lookup list 1}}{{#unless no}}!{{/unless}}', { x: { y: 1 }, list: [5, 6] }, '16!'],
  ['{{log "x"}}.', {}, '.'],
  // Values are not read as templates.
  ['{{{x}}}', { x: '{{y}}', y: 'twice' }, '{{y}}'],
  // Prototypes stay closed.
  ['{{constructor.name}}{{list.constructor}}{{__proto__.x}}', { list: [] }, ''],
  [inert('<b>{{x}}</b>'), { x: 1 }, '<b>1</b>'],
])('%s', (template, data, expected) => expect(rendered(template, data)).toBe(expected));

it.each(['{{#if x}}', '{{/if}}', '{{x', '{{> missing}}', '{{nothing "x"}}'])('%s is said to be broken', (template) =>
  expect(() => rendered(template, {})).toThrow(/\S/),
);

it('a template is made inert once', () => {
  expect(inert('<html>')).toBe(`${INERT}\n<html>`);
  expect(inert(inert('<html>'))).toBe(inert('<html>'));
  expect(inert('')).toContain('<plaintext>');
});
