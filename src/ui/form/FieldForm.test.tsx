// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { adaptFieldsToContext } from '../../catalog/form/evaluateFields.ts';
import * as fields from '../../catalog/form/fields.ts';
import { defaultsOf } from '../../catalog/form/fieldValues.ts';
import { startI18n } from '../../i18n/index.ts';
import { FieldForm } from './FieldForm.tsx';
import { Form } from './Form.tsx';

const form = {
  mode: fields.select({ label: 'Mode', default: 'pull', options: ['pull', 'push'] }),
  address: fields.textField({ label: 'Address', required: true, when: (s) => s.mode === 'pull' }),
  key: fields.secret({ label: 'Stream key', help: 'From the studio.' }),
  fps: fields.selectOrCustom({ label: 'Frame rate', default: '25', options: ['25', '50'], unit: 'fps' }),
  rate: fields.selectOrCustom({
    label: 'Bitrate',
    default: '4096',
    options: ['4096', '2048'],
    unit: 'kbit/s',
    figure: { min: 1, max: 9000 },
  }),
  loop: fields.toggle({ label: 'Loop' }),
  'http.agent': fields.textField({ label: 'Agent', advanced: true }),
  'http.queue': fields.number({ label: 'Queue', default: 512, min: 1, max: 9999, advanced: true }),
  flags: fields.multiselect({ label: 'Flags', default: ['a'], options: ['a', 'b', 'c'] }),
  hidden: fields.hidden({ default: 'x', from: ({ mode }) => `by ${mode}` }),
};

let settings: fields.Settings;
const Holder = ({ errors = {} }: { errors?: Record<string, string> }) => {
  const [state, setState] = useState<fields.Settings>(settings);
  settings = state;
  return <FieldForm fields={form} settings={state} onChange={setState} errors={errors} />;
};

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => {
  settings = defaultsOf(form);
});
afterEach(cleanup);

const write = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

describe('input becomes settings', () => {
  it.each([
    ['text', () => write('Address (required)', 'rtsp://c'), { address: 'rtsp://c' }],
    ['secret', () => write('Stream key', 'k'), { key: 'k' }],
    ['select', () => write('Mode', 'push'), { mode: 'push' }],
    ['toggle', () => fireEvent.click(screen.getByRole('switch', { name: 'Loop' })), { loop: true }],
    ['a number in a group', () => write('Queue', '64'), { http: { agent: '', queue: 64 } }],
    ['text in a group', () => write('Agent', 'x'), { http: { agent: 'x', queue: 512 } }],
    [
      'one more of several, in the order of the list',
      () => fireEvent.click(screen.getByLabelText('c')),
      { flags: ['a', 'c'] },
    ],
    ['one less of several', () => fireEvent.click(screen.getByLabelText('a')), { flags: [] }],
    ['a value of the list', () => write('Frame rate', '50'), { fps: '50' }],
  ])('with %s', (_, act, expected) => {
    render(<Holder />);
    act();
    expect(settings).toMatchObject(expected);
  });

  it('with a custom value that the list lacks', () => {
    render(<Holder />);
    fireEvent.change(screen.getByLabelText('Frame rate'), { target: { value: '\n' } });
    write('Frame rate, custom value', '33');
    expect(settings).toMatchObject({ fps: '33' });
  });
});

it('the advanced fields stay unfolded after an error in them is fixed', () => {
  const view = render(<Holder />);
  const advanced = screen.getByText('Advanced').closest('details');
  const queueIsWrong = (error: string | undefined) =>
    view.rerender(<Holder errors={error === undefined ? {} : { 'http.queue': error }} />);
  expect(advanced?.open).toBe(false);
  queueIsWrong('Enter a whole number from 1 to 9999.');
  expect(advanced?.open).toBe(true);
  queueIsWrong(undefined);
  expect(advanced?.open).toBe(true);
  // After manual folding, the next error unfolds it again.
  if (advanced) advanced.open = false;
  queueIsWrong(undefined);
  expect(advanced?.open).toBe(false);
  queueIsWrong('Enter a whole number from 1 to 9999.');
  expect(advanced?.open).toBe(true);
});

describe('a typed figure', () => {
  const typed = (value: string) => {
    render(<Holder />);
    fireEvent.change(screen.getByLabelText('Bitrate'), { target: { value: '\n' } });
    const field = screen.getByLabelText<HTMLInputElement>('Bitrate, custom value');
    fireEvent.change(field, { target: { value } });
    return field;
  };
  it('stays as typed and becomes a plain number on blur', () => {
    const field = typed('4 Mbit/s');
    expect(field.value).toBe('4 Mbit/s');
    expect(settings).toMatchObject({ rate: '4000' });
    fireEvent.blur(field);
    expect(field.value).toBe('4000');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });
  it('that is invalid stays, is marked with its limits and passed on, so that no earlier value is saved', () => {
    const field = typed('abc');
    expect(settings).toMatchObject({ rate: 'abc' });
    for (const leave of [() => {}, () => fireEvent.blur(field)]) {
      leave();
      expect(field.value).toBe('abc');
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(screen.getByText('Enter a whole number from 1 to 9000.')).toBeTruthy();
    }
  });
  it('that was stored invalid is shown and marked', () => {
    settings = { ...settings, rate: 'abc' };
    render(<Holder />);
    const field = screen.getByLabelText<HTMLInputElement>('Bitrate, custom value');
    expect(field.value).toBe('abc');
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });
});

it('an inapplicable field is hidden and keeps its value', () => {
  settings = { ...settings, address: 'rtsp://c' };
  render(<Holder />);
  write('Mode', 'push');
  expect(screen.queryByLabelText('Address (required)')).toBeNull();
  expect(settings.address).toBe('rtsp://c');
});

it('a derived field has no control and follows its source', () => {
  render(<Holder />);
  expect(screen.queryByText('Derived')).toBeNull();
  write('Mode', 'push');
  expect(settings).toMatchObject({ hidden: 'by push' });
});

it('a stored custom value is shown as custom', () => {
  settings = { ...settings, fps: '29.97' };
  render(<Holder />);
  expect(screen.getByLabelText<HTMLInputElement>('Frame rate, custom value').value).toBe('29.97');
});

it.each([
  ['', 'empty'],
  ['0', 'too low'],
  ['10000', 'too high'],
  ['1.5', 'no whole number'],
  ['x', 'no number'],
])('typing %j (%s) keeps the last valid number and blocks the form until it is fixed', (typed) => {
  const submit = vi.fn();
  render(
    <Form label="Form" onSubmit={submit}>
      <Holder />
    </Form>,
  );
  const save = () => fireEvent.submit(screen.getByRole('form'));
  write('Queue', typed);
  const queue = screen.getByLabelText<HTMLInputElement>('Queue');
  expect(settings).toMatchObject({ http: { queue: 512 } });
  expect(queue.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter a whole number from 1 to 9999.')).toBeTruthy();
  fireEvent.blur(queue);
  write('Agent', 'x');
  expect(queue.value).toBe(typed);
  save();
  expect(submit).not.toHaveBeenCalled();
  write('Queue', '64');
  fireEvent.blur(queue);
  save();
  expect(submit).toHaveBeenCalledOnce();
  expect(settings).toMatchObject({ http: { queue: 64 } });
});

it('a faulty field is marked, tied to its error text and unfolded', () => {
  render(<Holder errors={{ key: 'The key is missing.', 'http.agent': 'No blanks, please.' }} />);
  const key = screen.getByLabelText('Stream key');
  expect(key.getAttribute('aria-invalid')).toBe('true');
  const described = key
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(['The key is missing.', 'From the studio.']);
  expect(screen.getByText('Advanced').closest('details')?.open).toBe(true);
});

it('folded fields are summarized if they differ from their defaults', () => {
  render(<Holder />);
  expect(screen.queryByText(/Queue: /)).toBeNull();
  write('Agent', 'x');
  write('Queue', '64');
  expect(screen.getByText('Agent: x, Queue: 64')).toBeTruthy();
});

it('a secret can be generated if the field offers it', () => {
  const token = { token: fields.secret({ label: 'Token', draws: true }) };
  const drawn: unknown[] = [];
  render(<FieldForm fields={token} settings={{ token: '' }} onChange={(settings) => drawn.push(settings.token)} />);
  for (let i = 0; i < 2; i += 1) fireEvent.click(screen.getByRole('button', { name: 'Generate: Token' }));
  expect(drawn).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(drawn[0]).not.toBe(drawn[1]);
});

it('a secret is covered until shown', () => {
  settings = { ...settings, key: 'live_1' };
  render(<Holder />);
  const key = screen.getByLabelText<HTMLInputElement>('Stream key');
  expect(key.type).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show Stream key' }));
  expect(key.type).toBe('text');
});

it('a text of the channel is shown read-only', () => {
  const name = fields.readonly({ label: 'Name', from: () => 'Studio A' });
  render(<FieldForm fields={{ name }} settings={{ name: 'stored before' }} onChange={() => {}} />);
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Studio A');
  expect(screen.getByLabelText('Name')).toHaveProperty('disabled', true);
});

it('content for a field is placed right below it', () => {
  const two = { key: form.key, loop: form.loop };
  render(<FieldForm fields={two} settings={{}} onChange={() => {}} below={{ key: <a href="#key">Get it</a> }} />);
  const order = [screen.getByLabelText('Stream key'), screen.getByRole('link'), screen.getByRole('switch')];
  for (const [i, element] of order.slice(1).entries()) {
    expect(order[i]?.compareDocumentPosition(element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
});

type Extras = Partial<Parameters<typeof FieldForm>[0]>;
interface DrawnProps {
  members: fields.Fields;
  stored: fields.Settings;
  extras: Extras;
}
const Drawn = ({ members, stored, extras }: DrawnProps) => {
  const [state, setState] = useState<fields.Settings>(stored);
  settings = state;
  return <FieldForm {...extras} fields={members} settings={state} onChange={setState} />;
};
const draw = (members: fields.Fields, stored: fields.Settings, extras: Extras = {}) =>
  render(<Drawn members={members} stored={stored} extras={extras} />);

describe('a field can have', () => {
  const on = fields.toggle({ label: 'On' });

  it('a reason why it is disabled, with a link to the remedy', () => {
    const off = ({ on: isOn }: fields.Settings) =>
      isOn === true ? null : { text: 'Switch on the server first.', tab: 'rtmp' };
    const tabLink = (tab: string) => ({ href: `#/settings/${tab}`, title: 'RTMP' });
    draw({ on, port: fields.port({ label: 'Port', help: 'Of RTMP.', disabled: off }) }, { port: ':1935' }, { tabLink });
    expect(screen.getByLabelText('Port')).toHaveProperty('disabled', true);
    expect(screen.getByText('Of RTMP. Switch on the server first.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to RTMP' }).getAttribute('href')).toBe('#/settings/rtmp');
    fireEvent.click(screen.getByRole('switch', { name: 'On' }));
    expect(screen.getByLabelText('Port')).toHaveProperty('disabled', false);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('a badge if the environment fixes it, without another reason', () => {
    const disabled = () => ({ text: 'Switch on the server first.' });
    draw({ name: fields.textField({ label: 'Name', locked: () => true, disabled }) }, { name: 'x' });
    expect(screen.getByText('ENV')).toBeTruthy();
    expect(screen.getByLabelText('Name')).toHaveProperty('disabled', true);
    expect(screen.queryByText('Switch on the server first.')).toBeNull();
  });

  it('a group heading, also among the advanced fields', () => {
    const text = (label: string, advanced: boolean) => fields.textField({ label, group: 'Chunk', advanced });
    draw(
      {
        a: text('A', false),
        b: text('B', false),
        c: text('C', true),
        d: fields.textField({ label: 'D', advanced: true }),
      },
      {},
    );
    const [open, folded] = screen.getAllByRole('group', { name: 'Chunk', hidden: true });
    expect(open?.contains(screen.getByLabelText('B'))).toBe(true);
    expect(folded?.closest('details')?.contains(screen.getByLabelText('C'))).toBe(true);
    expect(folded?.contains(screen.getByLabelText('D'))).toBe(false);
  });

  it('options that are only shown if stored, and never dropped', () => {
    const options = [{ value: 'old', label: 'Old place', storedOnly: true } as const, 'new', 'other'];
    const place = { region: fields.select({ label: 'Region', default: 'new', options }) };
    draw(place, {});
    expect(screen.queryByRole('option', { name: 'Old place' })).toBeNull();
    cleanup();
    draw(place, { region: 'old' });
    expect(screen.getByLabelText<HTMLSelectElement>('Region').selectedOptions[0]?.text).toBe('Old place');
    cleanup();
    draw({ flags: fields.multiselect({ label: 'Flags', default: [], options }) }, { flags: ['theirs', 'old'] });
    fireEvent.click(screen.getByLabelText('new'));
    expect(settings.flags).toEqual(['old', 'new', 'theirs']);
  });

  it('options that can be requested from the core again', () => {
    const onRefresh = vi.fn();
    const found = () => [{ value: '1,0', label: 'USB sound' }];
    const device = fields.select({
      label: 'Device',
      default: 'none',
      options: [{ value: 'none', label: 'Choose' }],
      found,
    });
    draw(adaptFieldsToContext({ device }, undefined), {}, { onRefresh });
    write('Device', '1,0');
    expect(settings).toEqual({ device: '1,0' });
    fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
    expect(onRefresh).toHaveBeenCalledOnce();
  });

  it('its own store: a browser preference is not a setting', () => {
    const onChange = vi.fn();
    const expert = fields.ofBrowser('expert', fields.toggle({ label: 'Expert mode' }));
    draw({ expert, on }, {}, { preferences: { values: { expert: 'true' }, onChange } });
    const knob = screen.getByRole('switch', { name: 'Expert mode' });
    expect(knob.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(knob);
    expect(onChange).toHaveBeenCalledWith('expert', 'false');
    fireEvent.click(screen.getByRole('switch', { name: 'On' }));
    expect(settings).toEqual({ on: true });
  });
});

describe('special kinds of fields', () => {
  it('a list keeps its text while typed and becomes entries', () => {
    draw({ hosts: fields.listField({ label: 'Hosts', by: 'commas' }) }, {});
    write('Hosts', 'a.org, ');
    expect(screen.getByLabelText('Hosts')).toHaveProperty('value', 'a.org, ');
    expect(settings).toEqual({ hosts: ['a.org'] });
    write('Hosts', 'a.org, b.org,');
    fireEvent.blur(screen.getByLabelText('Hosts'));
    expect(screen.getByLabelText('Hosts')).toHaveProperty('value', 'a.org, b.org');
  });

  it('JSON keeps its text, valid or not', () => {
    draw({ raw: fields.json({ label: 'Raw' }) }, {});
    write('Raw', '{"a":');
    expect(settings).toEqual({ raw: '{"a":' });
  });

  it('a pair contains two named fields of the form', () => {
    const rate = (label: string) => fields.number({ label, default: 1, min: 0.5, max: 1.5, step: 0.1 });
    draw(
      {
        'rate.from': rate('From'),
        'rate.to': rate('To'),
        rates: fields.pair({ label: 'Speed', of: ['rate.from', 'rate.to'] }),
      },
      {},
    );
    const pair = screen.getByRole('group', { name: 'Speed' });
    expect(within(pair).getByLabelText('From')).toBeTruthy();
    write('To', '1,5');
    expect(settings).toEqual({ rate: { from: 1, to: 1.5 } });
    expect(screen.getAllByLabelText('From')).toHaveLength(1);
  });

  it('a panel shows the component with its name', () => {
    draw({ log: fields.panel({ name: 'log' }) }, {}, { panels: { log: <p>All is well.</p> } });
    expect(screen.getByText('All is well.')).toBeTruthy();
    expect(settings).toEqual({});
  });
});
