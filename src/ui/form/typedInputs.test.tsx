// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as fields from '../../catalog/form/fields.ts';
import { defaultsOf, isTyped } from '../../catalog/form/fieldValues.ts';
import { startI18n } from '../../i18n/index.ts';
import { FieldForm } from './FieldForm.tsx';
import { Form } from './Form.tsx';
import { NumberField } from './NumberField.tsx';
import { TypedInputsProvider, useTypedInputs } from './typedInputs.ts';

const typed = {
  number: fields.number({ label: 'number', default: 512, min: 1, max: 9999 }),
  even: fields.number({ label: 'even', default: 2, min: 0, max: 10, step: 0.5 }),
  optional: fields.numberOrNone({ label: 'optional', default: 1, unset: 'none', min: 1 }),
  port: fields.port({ label: 'port' }),
  text: fields.textField({ label: 'text', figure: { min: 1, max: 9, optional: true } }),
};

const submit = vi.fn();

function Tabbed() {
  const [tab, setTab] = useState('first');
  const [isRemoved, setRemoved] = useState(false);
  const [settings, setSettings] = useState<fields.Settings>(defaultsOf(typed));
  const [delay, setDelay] = useState(15);
  const { holder, unread, wrong } = useTypedInputs(tab);
  return (
    <Form label="Form" onSubmit={() => submit({ settings, delay, unread })}>
      {['first', 'second'].map((tab) => (
        <button key={tab} type="button" onClick={() => setTab(tab)}>
          {tab}
          {wrong.includes(tab) && ' has errors'}
        </button>
      ))}
      <button type="button" onClick={() => setRemoved(true)}>
        away
      </button>
      <TypedInputsProvider value={holder}>
        {tab === 'first' && !isRemoved && (
          <>
            <FieldForm fields={typed} settings={settings} onChange={setSettings} />
            <NumberField label="delay" value={delay} onChange={setDelay} min={0} />
          </>
        )}
        {tab === 'second' && <FieldForm fields={{ number: typed.number }} settings={settings} onChange={setSettings} />}
      </TypedInputsProvider>
    </Form>
  );
}

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(() => {
  cleanup();
  submit.mockReset();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const show = (tab: RegExp) => fireEvent.click(screen.getByRole('button', { name: tab }));
const marked = () => screen.queryAllByRole('button', { name: /has errors/ }).map(({ textContent }) => textContent);

const cases = [...Object.keys(typed), 'delay'].flatMap((label) =>
  ['abc', '1,5x', '-3', '12345678901234567890 GB'].map((text) => [label, text] as const),
);

it('the test covers every typed kind of field', () => {
  for (const text of Object.values(typed)) expect(isTyped(text)).toBe(true);
});

it.each(cases)('the field %s keeps %j across tabs, marked, until it is fixed', (label, text) => {
  render(<Tabbed />);
  fireEvent.change(field(label), { target: { value: text } });
  fireEvent.blur(field(label));
  for (const name of [/^second/, /^first/]) {
    expect(marked()).toEqual(['first has errors']);
    show(name);
  }
  expect([field(label).value, field(label).getAttribute('aria-invalid')]).toEqual([text, 'true']);
  show(/^second/);
  expect(field('number').getAttribute('aria-invalid')).toBeNull();
  show(/^first/);
  fireEvent.change(field(label), { target: { value: '4' } });
  fireEvent.blur(field(label));
  show(/^second/);
  expect(marked()).toEqual([]);
  fireEvent.submit(screen.getByRole('form'));
  expect(submit).toHaveBeenCalledWith(expect.objectContaining({ unread: [] }));
});

it('a submit on any tab names the tab with invalid input', () => {
  render(<Tabbed />);
  fireEvent.change(field('number'), { target: { value: 'abc' } });
  fireEvent.submit(screen.getByRole('form'));
  expect(submit).not.toHaveBeenCalled();
  show(/^second/);
  fireEvent.submit(screen.getByRole('form'));
  expect(submit).toHaveBeenCalledWith(expect.objectContaining({ unread: ['first'] }));
});

it.each([
  ['on its tab', ['away']],
  ['while another tab is open', ['second', 'away', 'first']],
])('the input of fields that disappear %s is forgotten', (_, presses) => {
  render(<Tabbed />);
  fireEvent.change(field('number'), { target: { value: 'abc' } });
  fireEvent.change(field('delay'), { target: { value: 'abc' } });
  expect(marked()).toEqual(['first has errors']);
  for (const press of presses) show(new RegExp(`^${press}`));
  expect(marked()).toEqual([]);
});
