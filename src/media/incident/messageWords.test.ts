import { describe, expect, it } from 'vitest';
import type { SentenceLanguage } from '../verdict/sentenceText.ts';
import type { FiringIncident, ResolvedIncident } from './incidents.ts';
import { testMessage } from './messages.ts';
import { messageWords } from './messageWords.ts';

const ENGLISH: SentenceLanguage = {
  translate: (text, values = {}) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '?')),
  number: (value, decimals) => value.toFixed(decimals),
  clock: (at) => new Date(at).toISOString().slice(11, 16),
  span: (seconds) => `${seconds} s`,
};

const at = (hours: number) => ({ seconds: hours * 3600, wall: hours * 3600 * 1000 });

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const UUID = '66666666-2222-4333-8444-555555555555';

const firing = (more: Partial<FiringIncident> = {}): FiringIncident => ({
  ...{ id: 'a', rule: 'channel-down', channel: CHANNEL, publication: null, status: 'firing' },
  names: { channel: 'Studio', publication: '' },
  statement: {
    ...{ fault: 'source', since: at(2).wall },
    sentences: [{ text: 'No data from the source since {{time}}.', values: { time: { at: at(2).wall } } }],
  },
  ...{ begun: at(2), since: at(2), isBad: true, lookedAt: 0, badFor: 30, goodFor: 0, fired: at(2), restFor: 20 },
  ...more,
});

const resolved = (more: Partial<ResolvedIncident> = {}): ResolvedIncident => ({
  ...{ ...firing(), status: 'resolved', ended: at(3), end: 'good', lasted: 3600 },
  ...more,
});

const fired = (...incidents: FiringIncident[]) => ({ id: 'm', receiver: 'r', kind: 'fired', incidents }) as const;
const ended = (...incidents: ResolvedIncident[]) => ({ id: 'm', receiver: 'r', kind: 'resolved', incidents }) as const;
const PAGE = 'https://example.org/ui/';

describe('the text of a message', () => {
  it('contains the problem, the place, the time and a link', () => {
    expect(messageWords(fired(firing()), PAGE, ENGLISH)).toEqual({
      title: 'Studio: Channel down',
      text: [
        'No data from the source since 02:00.',
        'Check the camera or encoder: its power, its network, and whether it sends.',
        ...['Where to look: the source', 'Since: 02:00'],
      ].join('\n'),
      link: `https://example.org/ui/#/${CHANNEL}`,
    });
  });

  it('contains the publication and links to it', () => {
    const incident = firing({
      ...{ rule: 'destination-failing', publication: `restreamer-ui:egress:youtube:${UUID}` },
      names: { channel: 'Studio', publication: 'Main' },
    });
    expect(messageWords(fired(incident), `${PAGE}#/old`, ENGLISH)).toMatchObject({
      title: 'Studio · Main: Publication failing',
      link: `https://example.org/ui/#/${CHANNEL}/publication/youtube/${UUID}`,
    });
  });

  it('on the core contains no channel, and no unknown party', () => {
    const incident = firing({
      ...{ rule: 'core-away', channel: null, names: { channel: '', publication: '' } },
      statement: { fault: 'nobody', since: null, sentences: [] },
    });
    expect(messageWords(fired(incident), null, ENGLISH)).toEqual({
      title: 'Core does not respond',
      text: 'Since: 02:00',
      link: null,
    });
  });

  it('on the end contains the whole incident', () => {
    expect(messageWords(ended(resolved()), PAGE, ENGLISH)).toMatchObject({
      title: 'Resolved: Studio: Channel down',
      text: 'From 02:00 to 03:00 (3600 s)\nBefore the end: No data from the source since 02:00.',
    });
  });

  it.each([
    ['off', 'It was stopped, switched off or deleted.'],
    ['rule-off', 'This alarm was switched off.'],
  ] as const)('on an end by %s contains the reason', (end, text) => {
    expect(messageWords(ended(resolved({ end })), PAGE, ENGLISH).text.split('\n')[0]).toBe(text);
  });

  it('on several incidents lists ten', () => {
    const incidents = Array.from({ length: 12 }, (_, n) =>
      firing({ channel: `c${n}`, names: { channel: `C${n}`, publication: '' } }),
    );
    const { title, text, link } = messageWords(fired(...incidents), PAGE, ENGLISH);
    expect([title, link]).toEqual(['C0: Channel down (and 11 more)', `${PAGE}#/`]);
    expect(text.split('\n')).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `C${n}: Channel down`),
      'Further ones: 2',
    ]);
  });

  it('on several incidents starts with the possible cause of the others', () => {
    const incidents = [
      firing({ rule: 'recording-stopped', publication: 'p', names: { channel: 'Studio', publication: 'Show' } }),
      firing(),
      firing({ rule: 'disk-full', channel: null, names: { channel: '', publication: '' } }),
    ];
    const { title, text } = messageWords(fired(...incidents), PAGE, ENGLISH);
    expect([title, ...text.split('\n')]).toEqual([
      'Studio: Channel down (and 2 more)',
      ...['Studio: Channel down', 'Studio · Show: Recording failing', 'example.org: Disk nearly full'],
    ]);
  });

  it.each([
    ['no page', null, 'Disk nearly full'],
    ['a page', PAGE, 'example.org: Disk nearly full'],
    ['an invalid page', 'x', 'Disk nearly full'],
  ])('on the machine contains its host: %s', (_, page, title) => {
    const incident = firing({ rule: 'disk-full', channel: null, names: { channel: '', publication: '' } });
    expect(messageWords(fired(incident), page, ENGLISH).title).toBe(title);
  });

  it('contains the remedy from the log', () => {
    const remedy = { text: 'Copy the stream key from {{name}} again.', values: { name: 'You\nTube' } };
    const { text } = messageWords(fired(firing({ statement: { ...firing().statement, remedy } })), PAGE, ENGLISH);
    expect(text.split('\n')[1]).toBe('Copy the stream key from You Tube again.');
  });

  it('on several incidents of one channel links to it', () => {
    expect(messageWords(fired(firing(), firing({ rule: 'too-slow' })), PAGE, ENGLISH).link).toBe(`${PAGE}#/${CHANNEL}`);
  });

  it('of a test is marked as a test', () => {
    expect(messageWords(testMessage('r', '1'), PAGE, ENGLISH)).toEqual({
      ...{ title: 'Test of the alarm', text: 'This receiver gets the alarms.', link: `${PAGE}#/` },
    });
  });
});

describe('foreign texts in a message', () => {
  const named = (channel: string) => {
    const names = { channel, publication: channel };
    const sentences = [{ text: '{{name}} stopped with an error.', values: { name: channel } }];
    return messageWords(
      fired(firing({ names, statement: { fault: 'nobody', since: null, sentences } })),
      PAGE,
      ENGLISH,
    );
  };

  it.each([
    ['Studio\r\nBcc: all@example.org', 'Studio Bcc: all@example.org'],
    ['a\u2028b\u2029c\u0000d\u0085e', 'a b c d e'],
    ['<b>@everyone</b> <!channel> *x* [y](z)', '<b>@everyone</b> <!channel> *x* [y](z)'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['{{time}} $t(key)', '{{time}} $t(key)'],
    ['half \ud83d', 'half'],
  ])('%j are reduced to one line', (name, line) => {
    const { title, text } = named(name);
    expect(title).toBe(`${line} · ${line}: Channel down`);
    expect(text.split('\n')).toEqual([`${line} stopped with an error.`, 'Since: 02:00']);
  });

  it.each(['x', '😀', 'a\r\n', 'é'])('of 5000 times %j are cut', (letters) => {
    const { title, text } = named(letters.repeat(5000));
    expect([...title].length).toBeLessThanOrEqual(2 * 200 + 40);
    expect([...text].length).toBeLessThanOrEqual(200 + 60);
  });

  it('contain no secret', () => {
    const { title, text } = named('rtmp://live.example.org/app/abcd-efgh-ijkl?token=s3cr3t');
    expect(`${title} ${text}`).not.toMatch(/s3cr3t/);
  });
});
