import { describe, expect, it } from 'vitest';
import { INERT, inertTemplate, TemplateError } from './storedTemplate.ts';
import { renderTemplate } from './template.ts';

it.each([
  ['{{x}}', { x: '<b>' }, '&lt;b&gt;'],
  ['{{{x}}}', { x: '<b>' }, '<b>'],
  ['{{#ifEquals a b}}same{{else}}other{{/ifEquals}}', { a: 1, b: 1 }, 'same'],
  ['{{#ifEquals a b}}same{{else}}other{{/ifEquals}}', { a: 1, b: '1' }, 'other'],
  ['{{#ifnoteq a b}}other{{else}}same{{/ifnoteq}}', { a: 1, b: 2 }, 'other'],
  ['{{#ifEquals a b}}same{{/ifEquals}}', { a: 1, b: 2 }, ''],
  ['{{#each list}}{{this.name}} of {{@root.title}};{{/each}}', { list: [{ name: 'a' }], title: 't' }, 'a of t;'],
  ['{{#with x}}{{y}}{{/with}}{{lookup list 1}}{{#unless no}}!{{/unless}}', { x: { y: 1 }, list: [5, 6] }, '16!'],
  ['{{#*inline "row"}}<i>{{x}}</i>{{/inline}}{{> row}}', { x: 1 }, '<i>1</i>'],
  ['{{log "x"}}.', {}, '.'],
  // Unknown variables are empty, as in other releases.
  ['[{{missing}}{{#if missing}}x{{/if}}{{#each missing}}x{{/each}}]', {}, '[]'],
  // Values are not expanded as templates.
  ['{{{x}}}', { x: '{{y}}', y: 'twice' }, '{{y}}'],
  // Prototypes are not accessible.
  ['{{constructor.name}}{{list.constructor}}{{__proto__.x}}', { list: [] }, ''],
  [inertTemplate('<b>{{x}}</b>'), { x: 1 }, '<b>1</b>'],
])('renders the template %s', (template, data, expected) => expect(renderTemplate(template, data)).toBe(expected));

describe('the error of a template', () => {
  it.each([
    ['<html>\n{{#if x}}\n</html>', 3, /Parse error on line 3.*Expecting/],
    ['<html>\n{{/if}}', 2, /Parse error on line 2/],
    ['<p>\n\n{{x', 3, /line 3/],
    ['{{#if x}}\n{{/unless}}', 1, /if doesn't match unless/],
    ['a\nb\n{{nothing "x"}}', 3, /^Missing helper: "nothing"$/],
    ['a\n{{> missing}}', 2, /^The partial missing could not be found$/],
    ['a\n{{#if}}x{{/if}}', 2, /^#if requires exactly one argument$/],
    ['a\n{{#each}}x{{/each}}', 2, /iterator to #each$/],
    ['\n\n{{#ifEquals a}}x{{/ifEquals}}', 3, /^#ifEquals is a block and requires exactly two arguments$/],
    ['\n{{ifnoteq a b}}', 2, /^#ifnoteq is a block/],
    // The line that makes it inert does not count.
    [inertTemplate('a\n{{nothing "x"}}'), 2, /^Missing helper/],
  ])('in %j names line %i', (template, line, message) => {
    const render = () => renderTemplate(template, {});
    expect(render).toThrow(TemplateError);
    expect(render).toThrow(expect.objectContaining({ line, message: expect.stringMatching(message) }));
  });
});

it('a template is made inert only once', () => {
  expect(inertTemplate('<html>')).toBe(`${INERT}\n<html>`);
  expect(inertTemplate(inertTemplate('<html>'))).toBe(inertTemplate('<html>'));
  expect(inertTemplate('')).toContain('<plaintext>');
});
