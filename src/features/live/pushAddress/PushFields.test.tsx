import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../i18n/index.ts';
import { PushFields } from './PushFields.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

it.each(['a secret of ours', 'a,secret,of,ours'])('PushFields mask the passphrase "%s"', (passphrase) => {
  const key = `ch1,mode:publish,token:T&passphrase=${passphrase}`;
  const push = { server: 'srt://h:6000', key, address: `srt://h:6000?mode=caller&streamid=${key}` };
  for (const hidden of [true, false]) {
    const { container } = render(<PushFields push={push} hidden={hidden} />);
    expect(container.textContent).toContain('srt://h:6000');
    expect(container.textContent).not.toMatch(/secret|ours/);
  }
});
