import { describe, expect, it } from 'vitest';
import { readAddressRules } from './addressRules.ts';
import { readReceiver } from './readReceiver.ts';
import { receiverKinds } from './receiverKinds.ts';
import { goodFields } from './testing.ts';

const rules = readAddressRules({}, ['192.168.7.1:8080']);
const fields = goodFields();
const faultsOf = (id: unknown, receiver: unknown) => {
  const read = readReceiver(id, receiver, rules);
  return 'faults' in read ? read.faults.map(({ field }) => field) : [];
};

const BAD_ADDRESSES = [
  ...['', ' ', 'x', 'example.org', 'ftp://example.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:,x'],
  ...['http://', 'http://me:secret@example.org/', 'http://me@example.org/', 'https://exa mple.org/', 'http://[::1'],
  ...[
    'http://example.org:99999/',
    'http://example.org/#x',
    `https://example.org/${'a'.repeat(3000)}`,
    'http:\\\\x\u0000',
  ],
];
const FORBIDDEN_HOSTS = [
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '017700000001',
    'localhost',
    'LocalHost.',
  ],
  ...['a.localhost', '[::1]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::]', '0.0.0.0', '0', '169.254.169.254'],
  ...[
    '0xa9fea9fe',
    '2852039166',
    '[fe80::1]',
    '224.0.0.1',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '１２７.0.0.1',
    '127。0。0。1',
  ],
  ...['[fd00:ec2::254]', '100.100.100.200'],
];

/** Kinds with an address; only the host in it is replaced. */
const addressed = receiverKinds.filter(({ id, fields: { address } }) => address !== undefined && id !== 'email');

describe('a receiver', () => {
  it.each(receiverKinds)('of the kind $id is accepted', ({ id }) => expect(faultsOf(id, fields[id])).toEqual([]));
  it.each(['', 'sms', null, 7, '__proto__', 'constructor'])('of the unknown kind %j is rejected', (id) =>
    expect(faultsOf(id, fields.ntfy)).toEqual(['']),
  );
  it.each(receiverKinds.flatMap(({ id }) => [null, undefined, 'x', 7, []].map((receiver) => [id, receiver] as const)))(
    'of the kind %s is rejected with %j instead of fields',
    (id, receiver) => expect(faultsOf(id, receiver)).not.toEqual([]),
  );

  it.each(addressed.flatMap(({ id }) => BAD_ADDRESSES.map((address) => [id, address] as const)))(
    'of the kind %s is rejected with the address %j',
    (id, address) => expect(faultsOf(id, { ...fields[id], address })).toContain('address'),
  );

  it.each(addressed.flatMap(({ id }) => FORBIDDEN_HOSTS.map((host) => [id, host] as const)))(
    'of the kind %s is rejected at the forbidden host %s',
    (id, host) => {
      const address = String(fields[id]?.address).replace('192.168.7.7', host);
      expect(faultsOf(id, { ...fields[id], address })).toEqual(['address']);
    },
  );
  it.each(FORBIDDEN_HOSTS)('is rejected with a mail server at %s', (address) =>
    expect(faultsOf('email', { ...fields.email, address })).toEqual(['address']),
  );
  it("is rejected at the core's own address and port", () => {
    const faultsAtPort = (port: number) => faultsOf('ntfy', { ...fields.ntfy, address: `http://192.168.7.1:${port}` });
    expect([faultsAtPort(8080), faultsAtPort(2586)]).toEqual([['address'], []]);
  });

  const everyField = receiverKinds.flatMap(({ id, fields: notes }) =>
    Object.keys(notes).map((field) => [id, field] as const),
  );
  it.each(everyField.filter(([, field]) => field !== 'port'))(
    'of the kind %s is rejected with a line break in %s',
    (id, field) => {
      const good = String(fields[id]?.[field] ?? 'x');
      for (const end of ['\r\nX-Bad: 1', '\nx', '\rx', '\u0000', '\u2028x', '\u0085x', '\ud800'])
        expect(faultsOf(id, { ...fields[id], [field]: good + end }), JSON.stringify(end)).toContain(field);
    },
  );
  it.each(everyField)('of the kind %s is rejected with another type in %s', (id, field) => {
    for (const value of [null, {}, [], 7.5, true])
      expect(faultsOf(id, { ...fields[id], [field]: value }), JSON.stringify(value)).toContain(field);
  });

  it.each<[string, object, string]>([
    ['email', { port: 22 }, 'port'],
    ['email', { port: '587' }, 'port'],
    ['email', { port: 6379 }, 'port'],
    ['email', { security: 'ssl' }, 'security'],
    ['email', { security: 'none' }, 'security'],
    ['email', { address: 'mail.example.org:25' }, 'address'],
    ['email', { address: 'http://mail.example.org' }, 'address'],
    ['email', { address: '.0' }, 'address'],
    ['email', { address: '1.2.3.4.5' }, 'address'],
    ['email', { address: '[::1' }, 'address'],
    ['email', { from: 'alarm' }, 'from'],
    ['email', { from: 'Alarm <alarm@example.org>' }, 'from'],
    ['email', { from: 'a@b@example.org' }, 'from'],
    ['email', { to: '' }, 'to'],
    ['email', { to: 'me@example.org,you' }, 'to'],
    ['email', { to: 'me@example.org\nBcc: x@example.org' }, 'to'],
    ['email', { to: Array(11).fill('me@example.org').join(',') }, 'to'],
    ['webhook', { secret: 'whsec_short' }, 'secret'],
    ['webhook', { secret: Buffer.alloc(32).toString('base64') }, 'secret'],
    ['webhook', { secret: `whsec_${Buffer.alloc(65).toString('base64')}` }, 'secret'],
    ['webhook', { previousSecret: 'x' }, 'previousSecret'],
    ['ntfy', { topic: 'a/b' }, 'topic'],
    ['ntfy', { topic: 'a'.repeat(65) }, 'topic'],
    ['ntfy', { token: 'Bearer tk_x' }, 'token'],
    ['telegram', { token: '123456:abc/../x' }, 'token'],
    ['telegram', { chat: 'my chat' }, 'chat'],
    ['discord', { address: 'https://discord.com/channels/1/2' }, 'address'],
    ['slack', { address: 'https://hooks.slack.com/workflows/T0/B0' }, 'address'],
    ['mattermost', { address: 'https://chat.example.org/' }, 'address'],
    ['home-assistant', { address: 'http://ha.local:8123/' }, 'address'],
    ['apprise', { address: 'http://apprise.local:8000/' }, 'address'],
    ['matrix', { room: '#room:example.org' }, 'room'],
    ['matrix', { room: '!a/../b:example.org' }, 'room'],
    ['pushover', { user: 'short' }, 'user'],
  ])('of the kind %s with %j has a fault in its field', (id, changes, field) => {
    const read = readReceiver(id, { ...fields[id], ...changes }, rules);
    const faults = 'faults' in read ? read.faults : [];
    expect(faults.map((fault) => fault.field)).toContain(field);
    for (const { text } of faults) expect(text).toMatch(/^[A-Z].{10}/);
  });

  it.each<[string, object]>([
    ['email', { security: 'none', user: '', password: '' }],
    ['email', { address: 'mail.example.org', from: "o'neill+x@münchen.example", to: ' a@b.c ;d@e.f' }],
    ['email', { address: '[fd12::1]' }],
    ['ntfy', { address: 'https://ntfy.sh', token: undefined }],
    ['telegram', { chat: '@mychannel' }],
    ['discord', { address: 'https://discord.com/api/v10/webhooks/1/a_-B' }],
    ['matrix', { room: '!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM' }],
    ['webhook', { previousSecret: undefined }],
    ['webhook', { unknown: 1 }],
    ['webhook', { address: '  https://example.org/ ' }],
  ])('of the kind %s is accepted with %j', (id, changes) =>
    expect(faultsOf(id, { ...fields[id], ...changes })).toEqual([]),
  );
});
