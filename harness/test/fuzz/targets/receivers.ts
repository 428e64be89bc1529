import { readAddressRules } from '../../../../agent/receivers/addressRules.ts';
import { plainWords } from '../../../../agent/receivers/plainText.ts';
import { readReceiver } from '../../../../agent/receivers/readReceiver.ts';
import { receiverKinds } from '../../../../agent/receivers/receiverKinds.ts';
import { alarm, goodFields } from '../../../../agent/receivers/testing.ts';
import { choice, type Json, json, record, text } from '../kinds.ts';
import { must } from '../must.ts';
import { target } from '../target.ts';

const rules = readAddressRules({}, ['192.168.7.1:8080']);
const good: Readonly<Record<string, Json>> = JSON.parse(JSON.stringify(goodFields()));
const ids = receiverKinds.map(({ id }) => id);
const NAME = 'Hall *1* @everyone <b> [x](http://x.example)\r\nBcc: x';
/** The longest message of any kind, escaped twice as JSON. */
const MOST_BODY = 60_000;
const CONTROL = /\p{Cc}/u;

interface TypedReceiver {
  id: string;
  fields: Json;
  name: string;
}
const [first = 'webhook', ...others] = ids;
const example = (id: string): TypedReceiver => ({ id, fields: good[id] ?? null, name: NAME });

const receiver = target<TypedReceiver>({
  name: 'receivers: whatever is taken makes an order to an allowed address, in which names are text',
  reads: ['agent/receivers/readReceiver.ts', 'agent/receivers/plainText.ts', 'agent/receivers/addressRules.ts'],
  kind: record({
    id: choice([first, ...others]),
    fields: json,
    name: text({ words: ['@everyone', '\r\n', '**', '<!', '\\'] }),
  }),
  examples: [example(first), ...others.map(example)],
  bounds: { outputBase: 2 * MOST_BODY },
  run({ id, fields, name }) {
    const read = readReceiver(id, fields, rules);
    if ('faults' in read) return read.faults;
    const message = { ...alarm, title: name, text: name };
    must(!CONTROL.test(plainWords(message).title), 'a title of several lines');
    const order = read.receiver.orderFor(message, alarm.at);
    if (order.type === 'mail') {
      const { host, from, to, subject, messageId } = order;
      must(![host, from, ...to, subject, messageId].some((text) => CONTROL.test(text)), 'a header or a command begins');
      return order;
    }
    const { protocol, hostname, username } = new URL(order.url);
    must(/^https?:$/.test(protocol) && username === '', () => `an address that is none: ${order.url}`);
    must(
      !/^(127\.|0\.|169\.254\.|\[::1?\])|localhost$/.test(hostname),
      () => `an address of this machine: ${hostname}`,
    );
    must(!Object.values(order.headers).some((value) => CONTROL.test(value)), 'a header begins');
    must((order.body ?? '').length < MOST_BODY, 'a message without end');
    return order;
  },
  findings: [
    {
      input: { id: 'matrix', fields: { address: 'http://a', room: '!\udb5b', token: 'aaaaaaaa' }, name: '' },
      why: 'half a character in a path threw',
    },
    {
      input: {
        id: 'email',
        fields: { address: '.0', port: 587, security: 'starttls', from: 'a@a', to: 'a@a' },
        name: '',
      },
      why: 'a mail server that no URL can name threw',
    },
  ],
});

export const receiverTargets = [receiver];
