import { expect, it } from 'vitest';
import { coresOf } from './parseCores.ts';

it('programs and running cores are parsed', () => {
  expect(coresOf('ours  real=/opt/core third=http://a%40b:s3:c@127.0.0.1:8080#12 bare=http://localhost:1')).toEqual([
    { name: 'ours', kind: 'program', file: expect.stringMatching(/server\/main\.ts$/) },
    { name: 'real', kind: 'program', file: '/opt/core' },
    {
      name: 'third',
      kind: 'running',
      origin: 'http://127.0.0.1:8080',
      user: { name: 'a@b', password: 's3:c' },
      pid: 12,
    },
    { name: 'bare', kind: 'running', origin: 'http://localhost:1', user: null, pid: null },
  ]);
});

it.each([
  ['', /names no core/],
  ['a a', /unique name/],
  ['=/opt/core', /no name/],
  ['a=http://', /invalid address/],
  ['a=http://example.com', /not on this machine/],
  ['a=http://127.0.0.1.example.com', /not on this machine/],
  ['a=http://127.0.0.1:80#x', /not a process ID/],
])('the cores %j are rejected', (text, reason) => expect(() => coresOf(text)).toThrow(reason));
