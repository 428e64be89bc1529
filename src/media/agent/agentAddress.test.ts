import { describe, expect, it } from 'vitest';
import {
  type AddressFault,
  isForeignAgent,
  parseAgentAddress,
  storedAgentAddress,
  suggestedAgentAddress,
  withAgentAddress,
} from './agentAddress.ts';

const CORE = 'http://10.0.0.5:8080';
const parse = (entered: string, { core = CORE, page = 'http:' } = {}) => parseAgentAddress(entered, core, page);

describe('the address of an agent', () => {
  it.each([
    ['http://10.0.0.5:8090', 'http://10.0.0.5:8090'],
    ['  http://10.0.0.5:8090/ ', 'http://10.0.0.5:8090'],
    ['HTTP://Agent.LAN:8090', 'http://agent.lan:8090'],
    ['https://live.example.org', 'https://live.example.org'],
    ['https://live.example.org:443/', 'https://live.example.org'],
    ['https://live.example.org/sluice///', 'https://live.example.org/sluice'],
    ['https://live.example.org/agent/api/v1', 'https://live.example.org'],
    ['https://live.example.org/x/agent/api/v1/healthz/', 'https://live.example.org/x'],
    ['https://live.example.org/agent/api/v1/state', 'https://live.example.org'],
    ['https://live.example.org/a/../b', 'https://live.example.org/b'],
    ['http://[fd00::1]:8090', 'http://[fd00::1]:8090'],
    ['/', CORE],
    ['/agent-of-core/', `${CORE}/agent-of-core`],
    ['https://живой.example', 'https://xn--b1ahgfy.example'],
  ])('entered as %s is normalized to %s', (entered, address) => expect(parse(entered)).toEqual({ address }));

  it.each<[string, AddressFault]>([
    ['', 'missing'],
    ['   ', 'missing'],
    ['10.0.0.5:8090', 'scheme'],
    ['agent.lan', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['javascript://%0aalert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['ws://10.0.0.5:8090', 'scheme'],
    ['//evil.example', 'scheme'],
    ['/\\evil.example', 'scheme'],
    ['agent/api', 'scheme'],
    ['http:10.0.0.5', 'scheme'],
    ['http://', 'unreadable'],
    ['http://a b', 'unreadable'],
    ['http://10.0.0.5:99999', 'unreadable'],
    ['http://user:secret@10.0.0.5:8090', 'login'],
    ['http://user@10.0.0.5', 'login'],
    ['http://10.0.0.5:8090@evil.example', 'login'],
    ['http://10.0.0.5:8090/?token=x', 'query'],
    ['http://10.0.0.5:8090/?', 'query'],
    ['http://10.0.0.5:8090/#/x', 'query'],
    [`http://${'a'.repeat(500)}`, 'long'],
  ])('entered as %s is rejected with the fault "%s"', (entered, fault) => expect(parse(entered)).toEqual({ fault }));

  it.each([
    ['http://10.0.0.5:8090', { fault: 'mixed' }],
    ['http://localhost.evil.example', { fault: 'mixed' }],
    ['http://127.0.0.1:8090', { address: 'http://127.0.0.1:8090' }],
    ['http://localhost:8090', { address: 'http://localhost:8090' }],
    ['https://10.0.0.5:8090', { address: 'https://10.0.0.5:8090' }],
  ])('entered as %s on a page with HTTPS results in %j', (entered, expected) =>
    expect(parse(entered, { core: 'https://live.example.org', page: 'https:' })).toEqual(expected),
  );
});

it.each([
  ['http://10.0.0.5:8080', 'http://10.0.0.5:8080/ui/', 'http://10.0.0.5:8090'],
  ['http://[fd00::1]:8080', 'http://[fd00::1]:8080/ui/', 'http://[fd00::1]:8090'],
  ['https://live.example.org', 'https://live.example.org/ui/', 'https://live.example.org'],
  ['https://live.example.org/core', 'https://ui.example.org/', 'https://live.example.org'],
])('for the core %s and the page %s, the agent is suggested at %s', (core, page, suggested) => {
  expect(suggestedAgentAddress(core, new URL(page))).toBe(suggested);
});

describe('the stored address of an agent', () => {
  it.each([
    [{ address: 'http://a.lan:8090' }, 'http://a.lan:8090'],
    [{ version: 2, address: 'http://a.lan:8090/' }, 'http://a.lan:8090'],
    [{ address: 'javascript:alert(1)' }, null],
    [{ address: 'http://u:p@a.lan' }, null],
    [{ address: 7 }, null],
    [{}, null],
    [null, null],
    [[], null],
    ['http://a.lan:8090', null],
  ])('in the settings %j is parsed as %s', (stored, address) =>
    expect(storedAgentAddress(stored, CORE, 'http:')).toBe(address),
  );

  it('is replaced without changing other settings', () => {
    const stored = { version: 2, alarms: { rules: { x: 1 } }, address: 'http://old', theirs: [1] };
    expect(withAgentAddress(stored, 'http://a.lan')).toEqual({ ...stored, address: 'http://a.lan' });
    for (const nothing of [null, 'x', []])
      expect(withAgentAddress(nothing, 'http://a')).toEqual({ version: 1, address: 'http://a' });
  });
});

it.each([
  ['http://10.0.0.5:8080', false],
  ['http://10.0.0.5:8080/agent', false],
  ['http://10.0.0.5:8090', true],
  ['https://10.0.0.5:8080', true],
])('the agent at %s is at another origin than the core: %s', (address, expected) =>
  expect(isForeignAgent(address, CORE)).toBe(expected),
);
