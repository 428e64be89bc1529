import { describe, expect, it } from 'vitest';
import { isAddressAllowed, isHostAllowed, readAddressRules } from './addressRules.ts';

const rules = (allow = '', own: readonly string[] = [], privateRule = '') =>
  readAddressRules({ SLUICE_AGENT_ALLOW: allow, SLUICE_AGENT_PRIVATE: privateRule }, own);

/** In every notation that a field, a redirect or a name server may use. */
const FORBIDDEN = [
  ...['127.0.0.1', '127.255.1.2', '0.0.0.0', '0.1.2.3', '169.254.169.254', '169.254.1.1', '224.0.0.1', '239.1.1.1'],
  ...['255.255.255.255', '240.0.0.1', '192.0.0.192', '198.18.0.1', '168.63.129.16', '100.100.100.200'],
  ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'ff02::1', 'fec0::1', 'fd00:ec2::254', 'fd20:ce::254', '100::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001:0:1::'],
  ...['4000::1', '8000::1', 'e000::1', '100:0:0:1::1', 'fd00:c1::a9fe:a9fe', 'fd00:42::42', 'fd00:a9fe:a9fe::1'],
  ...['2001:db8::1', '', 'localhost', '1.2.3.4.5', ':::'],
];

const PUBLIC = ['93.184.216.34', '::ffff:5db8:d822', '2606:4700::1', '64:ff9b::5db8:d822', '172.32.0.1'];
const PRIVATE = [
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.5',
  '100.64.0.1',
  'fd12::1',
  '::ffff:192.168.1.5',
  '64:ff9b::a01:203',
];

describe('the allowed addresses of receivers', () => {
  it.each(FORBIDDEN)('exclude %s', (ip) => expect(isAddressAllowed(ip, 443, rules())).toBe(false));
  it.each([...PUBLIC, ...PRIVATE])('include %s', (ip) => expect(isAddressAllowed(ip, 443, rules())).toBe(true));
  it.each(PRIVATE)('exclude %s if the local network is closed', (ip) =>
    expect(isAddressAllowed(ip, 443, rules('', [], 'deny'))).toBe(false),
  );
  it.each(PUBLIC)('still include %s if the local network is closed', (ip) =>
    expect(isAddressAllowed(ip, 443, rules('', [], 'deny'))).toBe(true),
  );

  it.each([
    ['127.0.0.1', '127.0.0.1', 80, true],
    ['127.0.0.1', '::ffff:7f00:1', 80, true],
    ['127.0.0.1', '127.0.0.2', 80, false],
    ['127.0.0.1:2586', '127.0.0.1', 2586, true],
    ['127.0.0.1:2586', '127.0.0.1', 8080, false],
    ['[::1]:2586', '::1', 2586, true],
    ['[::1]:2586', '::1', 80, false],
    ['::1', '::1', 80, true],
    ['fe80::/10', 'fe80::7', 80, true],
    ['169.254.0.0/16 , 127.0.0.0/8:90', '127.1.1.1', 90, true],
    ['localhost:2586', '127.0.0.1', 2586, true],
    ['localhost:2586', '::1', 2586, true],
    ['localhost', '::1', 1, true],
    ['localhost:2586', '127.0.0.1', 80, false],
  ])('with SLUICE_AGENT_ALLOW %j include %s:%i: %s', (allow, ip, port, isAllowed) =>
    expect(isAddressAllowed(ip, port, rules(allow))).toBe(isAllowed),
  );

  it.each([
    [['192.168.1.5:8080'], '', '192.168.1.5', 8080, false],
    [['192.168.1.5:8080'], '', '::ffff:c0a8:105', 8080, false],
    [['192.168.1.5:8080'], '', '192.168.1.5', 2586, true],
    [['192.168.1.5'], '', '192.168.1.5', 2586, false],
    [['192.168.1.5:8080'], '192.168.1.5:8080', '192.168.1.5', 8080, true],
    [['[fd12::1]:8080'], '', 'fd12::1', 8080, false],
  ])("with the machine's own %j and SLUICE_AGENT_ALLOW %j include %s:%i: %s", (own, allow, ip, port, isAllowed) =>
    expect(isAddressAllowed(ip, port, rules(allow, own))).toBe(isAllowed),
  );

  it.each([
    'x',
    '127.0.0.1:',
    '127.0.0.1:99999',
    '10.0.0.0/33',
    '[::1',
    'ntfy.local',
    '10.0.0/8',
    '127.0.0.1:80:80',
    '/8',
    '::1]:80',
    '127.1',
  ])('reject SLUICE_AGENT_ALLOW %j', (allow) =>
    expect(() => rules(allow)).toThrow('SLUICE_AGENT_ALLOW is no list of addresses'),
  );
  it('reject an unknown SLUICE_AGENT_PRIVATE', () =>
    expect(() => rules('', [], 'no')).toThrow('SLUICE_AGENT_PRIVATE is "allow" or "deny"'));
  it('reject a malformed address of the machine itself', () => expect(() => rules('', ['here'])).toThrow('here'));
});

describe('a host name before its look-up', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1', '::1', '::ffff:7f00:1'])(
    'is forbidden for %s',
    (host) => expect(isHostAllowed(host, 80, rules())).toBe(false),
  );
  it.each(['example.org', 'localhost.example.org', 'mylocalhost', 'homeassistant.local', 'fd12::1'])(
    'is allowed for %s',
    (host) => expect(isHostAllowed(host, 80, rules())).toBe(true),
  );
  it('is allowed for localhost if one of its addresses is', () =>
    expect(isHostAllowed('localhost', 80, rules('127.0.0.1:80'))).toBe(true));
});
