import { describe, expect, it } from 'vitest';
import { crossOriginHeaders, preflightHeaders, readOrigins } from './crossOriginHeaders.ts';

const NAMED = ['https://live.example.org'];

describe('CORS headers of the agent', () => {
  it.each<[origin: string | undefined, host: string | undefined, is: boolean]>([
    ['http://10.0.0.5:8080', '10.0.0.5:8090', true],
    ['http://10.0.0.5', '10.0.0.5:8090', true],
    ['https://studio.lan', 'studio.lan:8090', true],
    ['http://studio.lan:8080', 'STUDIO.lan:8090', true],
    ['http://[::1]:8080', '[::1]:8090', true],
    ['https://live.example.org', 'agent.example.org', true],
    ['http://live.example.org', 'agent.example.org', false],
    ['https://live.example.org:8443', 'agent.example.org', false],
    ['https://live.example.org.evil.example', 'agent.example.org', false],
    ['https://evil.example', 'studio.lan:8090', false],
    ['http://studio.lan.evil.example', 'studio.lan:8090', false],
    ['http://evil.example/studio.lan', 'studio.lan:8090', false],
    ['http://studio.lan@evil.example', 'studio.lan:8090', false],
    ['http://studio.lan:8080/', 'studio.lan:8090', false],
    ['http://STUDIO.lan:8080', 'studio.lan:8090', false],
    ['http://studio.lan:8080', 'evil@studio.lan:8090', false],
    ['http://studio.lan:8080', 'studio.lan/x', false],
    ['http://studio.lan:8080', '', false],
    ['http://studio.lan:8080', undefined, false],
    ['file://studio.lan', 'studio.lan:8090', false],
    ['ftp://studio.lan', 'studio.lan:8090', false],
    ['null', 'null', false],
    ['null', 'studio.lan:8090', false],
    ['*', '*', false],
    ['', '', false],
    [undefined, 'studio.lan:8090', false],
  ])('for a page of %s at the host %s: %s', (origin, host, isAllowed) => {
    const headers = { ...(origin === undefined ? {} : { origin }), ...(host === undefined ? {} : { host }) };
    const allowed = crossOriginHeaders(headers, NAMED);
    expect(allowed?.['Access-Control-Allow-Origin']).toBe(isAllowed ? origin : undefined);
    const preflight = preflightHeaders(headers, NAMED);
    expect(preflight === null).toBe(!isAllowed);
    expect(Object.keys({ ...allowed, ...preflight })).not.toContain('Access-Control-Allow-Credentials');
  });
});

describe('SLUICE_AGENT_ORIGINS', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['https://a.example', ['https://a.example']],
    [' https://a.example , http://b.example:8080,', ['https://a.example', 'http://b.example:8080']],
  ])('parses %j as %j', (value, origins) => expect(readOrigins(value)).toEqual(origins));

  it.each([
    '*',
    'null',
    'a.example',
    'https://a.example/',
    'https://a.example/ui',
    'https://*.example',
    'https://A.example',
    'https://a.example:443',
    'file:///x',
    'https://u:p@a.example',
    Array.from({ length: 51 }, (_, n) => `https://a${n}.example`).join(','),
  ])('rejects %s', (value) => expect(() => readOrigins(value)).toThrow('SLUICE_AGENT_ORIGINS is no list'));
});
