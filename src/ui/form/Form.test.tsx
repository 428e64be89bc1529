// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { Button } from '../controls/Button.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

let sent = 0;
const Login = ({ busy = false }) => {
  const [error, setError] = useState<string>();
  const submit = () => {
    sent += 1;
    setError('The name is missing.');
  };
  return (
    <Form label="Login" onSubmit={submit}>
      <TextField label="Server" value="a" onChange={() => {}} autoFocus />
      <TextField label="Name" value="" onChange={() => {}} error={error} />
      <Button type="submit" busy={busy}>
        Send
      </Button>
    </Form>
  );
};

it('a form focuses its first field, and after submitting the first faulty one', async () => {
  render(<Login />);
  expect(document.activeElement).toBe(screen.getByLabelText('Server'));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
});

it('a busy form is not submitted again', () => {
  sent = 0;
  render(<Login busy />);
  const send = screen.getByRole('button', { name: 'Send' });
  fireEvent.click(send);
  expect(sent).toBe(0);
  expect(send.getAttribute('aria-busy')).toBe('true');
});
