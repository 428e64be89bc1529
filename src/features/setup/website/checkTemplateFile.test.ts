import { expect, it } from 'vitest';
import { MAX_TEMPLATE_BYTES, parseTemplate, templateName, templateRefusal } from './checkTemplateFile.ts';

it.each([
  ['My site 2', 'Mysite2'],
  ['../../etc/passwd', 'etcpasswd'],
  ['!default', 'default'],
  ['größe', 'gre'],
  ['a.html', 'ahtml'],
  ['', ''],
  ['x'.repeat(300), 'x'.repeat(100)],
])('the template upload turns the name %j into %j', (typed, name) => expect(templateName(typed)).toBe(name));

const NOT_ALLOWED = 'The selected file type ({{0}}) is not allowed. Allowed file types are {{1}}';
const TOO_BIG = 'The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.';

it.each([
  [{ name: 'a.html', type: 'text/html', size: MAX_TEMPLATE_BYTES }, null],
  [{ name: 'a.HTM', type: '', size: 1 }, null],
  [
    { name: 'a.html', type: 'text/html', size: 512_001 },
    { text: TOO_BIG, values: ['512001', '512000'] },
  ],
  [
    { name: 'a.php', type: 'application/x-php', size: 1 },
    { text: NOT_ALLOWED, values: ['php', 'html'] },
  ],
  [
    { name: 'a.html', type: 'image/png', size: 1 },
    { text: NOT_ALLOWED, values: ['html', 'html'] },
  ],
  [
    { name: 'a', type: '', size: 1 },
    { text: NOT_ALLOWED, values: ['?', 'html'] },
  ],
])('the template upload checks the file %j: %j', (file, refusal) => expect(templateRefusal(file)).toEqual(refusal));

const bytes = (text: string) => new TextEncoder().encode(text);

it.each([
  ['markup', bytes('<!doctype html><h1>{{title}}</h1>'), '<!doctype html><h1>{{title}}</h1>'],
  ['markup after a byte order mark', bytes('\ufeff<p>ä</p>'), '<p>ä</p>'],
  ['text without a tag', bytes('hello {{title}}'), null],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), null],
  ['another encoding', Uint8Array.of(0x3c, 0x70, 0x3e, 0xe4), null],
  ['text with a null character', bytes('<p>\0</p>'), null],
  ['nothing', bytes(''), null],
])('the template upload parses %s', (_, content, text) => expect(parseTemplate(content)).toBe(text));
