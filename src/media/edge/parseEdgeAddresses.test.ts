import { expect, it } from 'vitest';
import { parseEdgeAddresses } from './parseEdgeAddresses.ts';

it.each<[string, string[] | null]>([
  ['', []],
  ['https://edge.example', ['https://edge.example']],
  [' https://EDGE.example:8443/tv// ', ['https://edge.example:8443/tv']],
  ['http://192.0.2.1:8080\nhttps://b.example http://192.0.2.1:8080/', ['http://192.0.2.1:8080', 'https://b.example']],
  ['http://[2001:db8::1]/', ['http://[2001:db8::1]']],
  ['edge.example', null],
  ['ftp://edge.example', null],
  ['javascript:alert(1)', null],
  ['https://user:secret@edge.example', null],
  ['https://@edge.example', null],
  ['https://edge.example/?token=secret', null],
  ['https://edge.example/#x', null],
  [`https://edge.example/s/${'A'.repeat(22)}/1900000000`, null],
  ["https://edge.example/a;script-src'*'", null],
  ['https://a.example https://', null],
  [Array.from({ length: 21 }, (_, n) => `https://e${n}.example`).join(' '), null],
])('the entered edge addresses %j are parsed as %j', (entered, addresses) =>
  expect(parseEdgeAddresses(entered)).toEqual(addresses),
);
