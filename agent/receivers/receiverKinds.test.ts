import { describe, expect, it } from 'vitest';
import type { AlarmMessage } from './alarmMessage.ts';
import type { HttpOrder, MailOrder, Order } from './receiverKind.ts';
import { receiverKinds } from './receiverKinds.ts';
import { alarm, goodFields, OLD_SECRET, SECRET } from './testing.ts';

const SENT_AT = alarm.at + 5999;
const fields = goodFields();

function orderOf(id: string, message: AlarmMessage = alarm, changes: object = {}): Order {
  const read = receiverKinds.find((kind) => kind.id === id)?.read({ ...fields[id], ...changes });
  if (read === undefined || 'faults' in read) throw new Error(`${id}: ${JSON.stringify(read)}`);
  return read.orderFor(message, SENT_AT);
}
function httpOf(id: string, message?: AlarmMessage, changes?: object): HttpOrder {
  const order = orderOf(id, message, changes);
  if (order.type !== 'http') throw new Error(`${id} sends no request`);
  return order;
}
function mailOf(message?: AlarmMessage, changes?: object): MailOrder {
  const order = orderOf('email', message, changes);
  if (order.type !== 'mail') throw new Error('no mail');
  return order;
}
const bodyOf = (id: string, message?: AlarmMessage, changes?: object) =>
  JSON.parse(httpOf(id, message, changes).body ?? 'null');

const { title, text, link } = alarm;
const ORIGIN = 'http://192.168.7.7:8000';

describe('the catalog of receivers', () => {
  it('has an example of each kind', () =>
    expect(Object.keys(fields).sort()).toEqual(receiverKinds.map(({ id }) => id).sort()));

  it.each(receiverKinds)('has a label for each field of $id and marks its secrets', (kind) => {
    expect(Object.keys(kind.fields)).toEqual(Object.keys(kind.fields).filter((key) => /^[a-z]\w+$/i.test(key)));
    for (const key of Object.keys(fields[kind.id] ?? {})) expect(kind.fields[key]?.label, key).toMatch(/^[A-Z]/);
    const secret = Object.entries(kind.fields).filter(([, { isSecret }]) => isSecret);
    expect(secret.length).toBeGreaterThan(0);
    for (const [key] of Object.entries(kind.fields).filter(([name]) => /token|secret|password|topic/i.test(name)))
      expect(secret.map(([name]) => name)).toContain(key);
  });

  it.each(receiverKinds)(
    'accepts $id without its optional fields and with every choice',
    ({ id, fields: notes, read }) => {
      const faultsWith = (changes: object) => {
        const result = read({ ...fields[id], ...changes });
        return 'faults' in result ? result.faults : [];
      };
      for (const [key, { isOptional, choices, initial }] of Object.entries(notes)) {
        const isMissed = faultsWith({ [key]: undefined, ...(key === 'user' ? { password: '' } : {}) }).length > 0;
        expect([key, isMissed]).toEqual([key, isOptional !== true]);
        for (const choice of choices ?? [])
          expect(faultsWith({ [key]: choice, password: choice === 'none' ? '' : 'x' }), `${choice}`).toEqual([]);
        if (initial !== undefined) expect(faultsWith({ [key]: initial }), key).toEqual([]);
      }
    },
  );

  it.each(receiverKinds)('has a call interval for $id only if it is a heartbeat', ({ id, everySeconds }) =>
    expect(everySeconds).toBe(id === 'heartbeat' ? 60 : null),
  );
});

describe('the request of a receiver', () => {
  it.each<[string, Partial<HttpOrder> & { url: string }, unknown]>([
    [
      'apprise',
      { url: `${ORIGIN}/notify/mykey` },
      { title, body: `${text}\n${link}`, type: 'failure', format: 'text', tag: 'phone,desk' },
    ],
    [
      'discord',
      { url: `${ORIGIN}/api/webhooks/123/abc-DEF_4` },
      {
        content: `${title}\nNo stream from the encoder for 30 seconds\\.\n${link}`,
        ...{ allowed_mentions: { parse: [] }, flags: 4 },
      },
    ],
    [
      'gotify',
      { url: `${ORIGIN}/gotify/message`, headers: { 'x-gotify-key': 'A1b2C3d4E5f6G7h' } },
      {
        ...{ title, message: text, priority: 9 },
        extras: { 'client::display': { contentType: 'text/plain' }, 'client::notification': { click: { url: link } } },
      },
    ],
    ['heartbeat', { url: `${ORIGIN}/ping/5e8b?x=1`, method: 'GET' }, null],
    ['home-assistant', { url: `${ORIGIN}/api/webhook/my-alarm` }, { ...alarm, at: '2026-11-29T20:00:00.000Z' }],
    [
      'matrix',
      {
        url: `${ORIGIN}/_matrix/client/v3/rooms/!room%3Aexample.org/send/m.room.message/${alarm.id}`,
        ...{ method: 'PUT', headers: { authorization: 'Bearer syt_abc_DEF' } },
      },
      { msgtype: 'm.text', body: `${title}\n${text}\n${link}`, 'm.mentions': {} },
    ],
    [
      'mattermost',
      { url: `${ORIGIN}/hooks/abc123` },
      { text: `${title}\nNo stream from the encoder for 30 seconds\\.\n${link}` },
    ],
    [
      'ntfy',
      { url: `${ORIGIN}/`, headers: { authorization: 'Bearer tk_abc' } },
      { topic: 'my-topic_1', title, message: text, priority: 5, tags: ['rotating_light'], click: link },
    ],
    [
      'pushover',
      { url: 'https://api.pushover.net/1/messages.json' },
      {
        ...{ ...fields.pushover, title, message: text, priority: 1, timestamp: alarm.at / 1000, url: link },
      },
    ],
    [
      'slack',
      { url: `${ORIGIN}/services/T0/B0/abc` },
      {
        ...{ text: `${title}\n${text}`, mrkdwn: false, unfurl_links: false, unfurl_media: false },
        blocks: [
          { type: 'section', text: { type: 'plain_text', text: `${title}\n${text}`, emoji: false } },
          { type: 'section', text: { type: 'mrkdwn', text: `<${link?.replace('&', '&amp;')}>` } },
        ],
      },
    ],
    [
      'telegram',
      { url: `${ORIGIN}/bot123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11/sendMessage` },
      {
        ...{ chat_id: '-1001234', text: `${title}\n${text}\n${link}` },
        link_preview_options: { is_disabled: true },
      },
    ],
    [
      'webhook',
      { url: `${ORIGIN}/alarms?key=1` },
      {
        ...{ type: 'alarm.fired', timestamp: '2026-11-29T20:00:00.000Z' },
        data: { id: alarm.id, severity: 'critical', title, text, link },
      },
    ],
  ])('matches the documentation of %s', (id, { url, method = 'POST', headers = {} }, body) => {
    const order = httpOf(id);
    expect(order).toMatchObject({ url, method, headers });
    expect(JSON.parse(order.body ?? 'null')).toEqual(body);
    expect(order.headers['content-type']).toBe(body === null ? undefined : 'application/json');
  });

  it('is a mail for e-mail', () =>
    expect(mailOf()).toEqual({
      ...{ type: 'mail', host: '192.168.7.7', port: 587, security: 'starttls' },
      ...{ login: { user: 'me', pass: 'my secret' }, from: 'alarm@example.org' },
      ...{ to: ['me@example.org', 'you@example.org'], subject: title, text: `${text}\n${link}` },
      ...{ messageId: `<${alarm.id}@example.org>`, at: alarm.at },
    }));

  it('encodes international mail domains in Punycode', () =>
    expect(mailOf(alarm, { from: 'alarm@Bühne.example', to: "me@example.org, o'x@почта.example" })).toMatchObject({
      from: 'alarm@xn--bhne-0ra.example',
      to: ['me@example.org', "o'x@xn--80a1acny.example"],
      messageId: `<${alarm.id}@xn--bhne-0ra.example>`,
    }));

  it.each<[string, Partial<AlarmMessage>, string, unknown]>([
    ['ntfy', { kind: 'resolved' }, 'tags', ['white_check_mark']],
    ['ntfy', { kind: 'resolved' }, 'priority', 3],
    ['ntfy', { severity: 'warning' }, 'priority', 4],
    ['ntfy', { kind: 'test' }, 'priority', 3],
    ['gotify', { severity: 'info' }, 'priority', 3],
    ['pushover', { severity: 'warning' }, 'priority', 0],
    ['pushover', { link: `https://x.example/${'a'.repeat(600)}` }, 'url', undefined],
    ['apprise', { kind: 'resolved' }, 'type', 'success'],
    ['apprise', { kind: 'test' }, 'type', 'info'],
    ['webhook', { kind: 'resolved' }, 'type', 'alarm.resolved'],
  ])('of %s for %j has %s %j', (id, changes, key, value) =>
    expect(bodyOf(id, { ...alarm, ...changes })[key]).toEqual(value),
  );

  it.each([
    ['ntfy', { token: '' }, 'authorization'],
    ['webhook', { previousSecret: '' }, 'x'],
  ])('of %s with %j has no header %s', (id, changes, header) =>
    expect(Object.keys(httpOf(id, alarm, changes).headers)).not.toContain(header),
  );

  it('of a webhook is signed with each secret at the time of the try', () => {
    const { headers } = httpOf('webhook');
    expect(headers['webhook-id']).toBe(alarm.id);
    expect(headers['webhook-timestamp']).toBe(`${Math.floor(SENT_AT / 1000)}`);
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    const signature = httpOf('webhook', alarm, { previousSecret: '' }).headers['webhook-signature'];
    expect(headers['webhook-signature']?.startsWith(`${signature} `)).toBe(true);
    expect([SECRET, OLD_SECRET].some((secret) => JSON.stringify(httpOf('webhook')).includes(secret.slice(6)))).toBe(
      false,
    );
  });
});

const withoutEscapes = (markdown: string) => markdown.replace(/\\([^0-9A-Za-z\s])/g, '$1');
const SHOWN: Readonly<Record<string, (message: AlarmMessage) => string>> = {
  apprise: (message) => `${bodyOf('apprise', message).title}\n${bodyOf('apprise', message).body}`,
  discord: (message) => withoutEscapes(bodyOf('discord', message).content),
  email: (message) => `${mailOf(message).subject}\n${mailOf(message).text}`,
  gotify: (message) => `${bodyOf('gotify', message).title}\n${bodyOf('gotify', message).message}`,
  'home-assistant': (message) =>
    `${bodyOf('home-assistant', message).title}\n${bodyOf('home-assistant', message).text}`,
  matrix: (message) => bodyOf('matrix', message).body,
  mattermost: (message) => withoutEscapes(bodyOf('mattermost', message).text).replaceAll('@\u2060', '@'),
  ntfy: (message) => `${bodyOf('ntfy', message).title}\n${bodyOf('ntfy', message).message}`,
  pushover: (message) => `${bodyOf('pushover', message).title}\n${bodyOf('pushover', message).message}`,
  slack: (message) => bodyOf('slack', message).blocks[0].text.text,
  telegram: (message) => bodyOf('telegram', message).text.replaceAll(/(?<=[@#$/])\u2060/g, ''),
  webhook: (message) => `${bodyOf('webhook', message).data.title}\n${bodyOf('webhook', message).data.text}`,
};
const messageKinds = receiverKinds.filter(({ everySeconds }) => everySeconds === null).map(({ id }) => id);

const MAX: Readonly<Record<string, (message: AlarmMessage) => [size: number, most: number]>> = {
  discord: (message) => [bodyOf('discord', message).content.length, 2000],
  email: (message) => [[...mailOf(message).subject].length, 150],
  matrix: (message) => [Buffer.byteLength(JSON.stringify(bodyOf('matrix', message))), 60_000],
  mattermost: (message) => [bodyOf('mattermost', message).text.length, 4000],
  ntfy: (message) => [Buffer.byteLength(bodyOf('ntfy', message).message), 4096],
  pushover: (message) => [[...bodyOf('pushover', message).message].length, 1024],
  slack: (message) => [bodyOf('slack', message).blocks[0].text.text.length, 3000],
  telegram: (message) => [bodyOf('telegram', message).text.length, 4096],
};

const NAMES: readonly (readonly [name: string, shown: string])[] = [
  ['Hall\r\nBcc: all@example.org', 'Hall Bcc: all@example.org'],
  ['Hall\n\n.\n\nQUIT', 'Hall . QUIT'],
  ['a\u0000b\u001b[31mc\u0085d\u2028e', 'a b [31mc d e'],
  ['left \u202eright\u2066', 'left right'],
  ['half \ud83d a sign', 'half \ufffd a sign'],
  ['   ', 'Sluice'],
  ['<b>bold</b> &lt; &amp; <script>x</script>', '<b>bold</b> &lt; &amp; <script>x</script>'],
  ['*b* **b** _i_ __u__ ~~s~~ `c` ```d``` ||x||', '*b* **b** _i_ __u__ ~~s~~ `c` ```d``` ||x||'],
  ['# h', '# h'],
  ['> q', '> q'],
  ['- l', '- l'],
  ['1. l', '1. l'],
  ['[a](https://x.example) ![a](b) <https://x.example|a>', '[a](https://x.example) ![a](b) <https://x.example|a>'],
  ['@everyone @here @all @channel @room', '@everyone @here @all @channel @room'],
  ['<@123> <@&1> <#1> <!channel> <t:1> :fire:', '<@123> <@&1> <#1> <!channel> <t:1> :fire:'],
  ['a\\*b\\', 'a\\*b\\'],
  ['{{x}} $x %s {0}', '{{x}} $x %s {0}'],
  ['Größe Ж 日本 👩‍👩‍👧', 'Größe Ж 日本 👩‍👩‍👧'],
];

describe('a name in a message', () => {
  it('is tested for every kind', () => expect(Object.keys(SHOWN).sort()).toEqual([...messageKinds].sort()));

  it.each(messageKinds.flatMap((id) => NAMES.map(([name, shown]) => [id, name, shown] as const)))(
    'appears as plain text in %s: %j',
    (id, name, shown) => {
      const [first, ...others] = (
        SHOWN[id]?.({ ...alarm, title: name, text: `${name.trim()} x`, link: null }) ?? ''
      ).split('\n');
      expect(first).toBe(shown.trim());
      expect(others.join(' ').replace(/\s+/g, ' ')).toBe(
        `${shown === 'Sluice' ? '' : shown} x`.replace(/\s+/g, ' ').trim(),
      );
    },
  );

  it.each(['discord', 'mattermost'])('triggers no markup in %s', (id) => {
    const name = NAMES.map(([sample]) => sample)
      .join(' ')
      .slice(0, 240);
    const { content, text } = bodyOf(id, { ...alarm, title: name, text: name, link: null });
    const bare = String(content ?? text)
      .replace(/\\[^0-9A-Za-z\s]/g, '')
      .replaceAll('@\u2060', '');
    expect(bare).not.toMatch(/[*_~`|<>[\](){}@#:\\]/);
  });

  it('triggers no mention, command or tag in Telegram', () => {
    const name = '@somebody /start@bot #tag $USD a@b.example /a/b';
    const { text } = bodyOf('telegram', { ...alarm, title: name, text: name, link: null });
    expect(text).not.toMatch(/[@#$/]\w/);
  });

  it('triggers no mention or link in Slack', () => {
    const { text, mrkdwn } = bodyOf('slack', { ...alarm, title: '<!channel> <https://x|y> &lt;', text: '' });
    expect([text, mrkdwn]).toEqual(['&lt;!channel&gt; &lt;https://x|y&gt; &amp;lt;', false]);
  });

  it.each(messageKinds)('with 5000 characters of any script is cut for %s and leaves room for the link', (id) => {
    for (const character of ['a', '*', '@', 'Ж', '日', '😀', '&']) {
      const long = { ...alarm, title: character.repeat(5000), text: character.repeat(5000) };
      const [size, max] = MAX[id]?.(long) ?? [0, 0];
      expect(size, character).toBeLessThanOrEqual(max);
      const order = orderOf(id, long);
      expect(JSON.stringify(order)).toContain(order.type === 'http' && id === 'slack' ? 'x=1&amp;y=2' : 'x=1&y=2');
      expect(JSON.stringify(order).length, character).toBeLessThan(50_000);
      expect(JSON.stringify(order)).not.toMatch(/\\ud[89a-f]/i);
      expect(SHOWN[id]?.(long)).toContain('…');
    }
  });
});

it.each([
  ['https://x.example/a|b>c"d`e(f)[g]@h', 'https://x.example/a%7Cb%3Ec%22d%60e%28f%29%5Bg%5D%40h'],
  ['https://[fd12::1]:8080/ui/#/a', 'https://[fd12::1]:8080/ui/#/a'],
  ['https://me:secret@x.example/', 'https://x.example/'],
  ['javascript:alert(1)', null],
  ['nonsense', null],
  [`https://x.example/${'a'.repeat(5000)}`, null],
])('the link %j is sent as %j', (address, expected) =>
  expect(bodyOf('webhook', { ...alarm, link: address }).data.link).toBe(expected),
);
