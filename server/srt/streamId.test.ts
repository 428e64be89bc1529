import { expect, it } from 'vitest';
import { parseStreamId } from './streamId.ts';

it.each([
  ['ch1,mode:publish,token:T', { name: 'ch1', mode: 'publish', token: 'T' }],
  ['ch1,token:T,mode:request', { name: 'ch1', mode: 'request', token: 'T' }],
  ['ch1', { name: 'ch1', mode: 'request', token: '' }],
  ['a/b c,mode:publish', { name: 'a/b c', mode: 'publish', token: '' }],
  ['a,b,mode:publish', { name: 'a,b', mode: 'publish', token: '' }],
  ['ch1,mode:publish,token:a,b:c', { name: 'ch1', mode: 'publish', token: 'a,b:c' }],
  ['ch1,mode:request,mode:publish', { name: 'ch1', mode: 'publish', token: '' }],
  ['ch1,mode:,token:', { name: 'ch1', mode: '', token: '' }],
  [',mode:publish', { name: '', mode: 'publish', token: '' }],
  ['', { name: '', mode: 'request', token: '' }],
  ['#!:m=publish,r=ch1,token=T', { name: 'ch1', mode: 'publish', token: 'T' }],
  ['#!::r=ch1,m=request,u=me', { name: 'ch1', mode: 'request', token: '' }],
  ['#!::r=ch1,token=a=b', { name: 'ch1', mode: 'request', token: 'a=b' }],
  ['#!::', { name: '', mode: 'request', token: '' }],
  ['#!:__proto__=x,r=constructor', { name: 'constructor', mode: 'request', token: '' }],
])('parseStreamId parses %s', (streamId, request) => {
  expect(parseStreamId(streamId)).toEqual(request);
});
