// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { receiverKinds } from '../../agent/receivers/receiverKinds.ts';
import { goodFields } from '../../agent/receivers/testing.ts';
import { agentScreens } from '../features/agentScreens/index.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { aCore, anAbout } from '../testing/coreAnswers.ts';
import { fakeAgent } from '../testing/fakeAgent.ts';
import { openStore, type TestStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import AlarmsScreen from './AlarmsScreen.tsx';

setUpScreens();

let store: TestStore;
let agent: ReturnType<typeof fakeAgent>;
const broughtIntoView = vi.fn();
beforeEach(() => {
  agent = fakeAgent();
  broughtIntoView.mockClear();
  // jsdom lacks this method.
  Element.prototype.scrollIntoView = broughtIntoView;
});
afterEach(() => {
  store.stop();
  vi.unstubAllGlobals();
});

async function openAt(path: string) {
  store = openStore({ core: aCore({ about: () => anAbout({ extensions: ['agent'] }) }) });
  store.open([agentScreens]);
  store.dispatch(sessionStarted());
  await settleScreens(100);
  const router = renderAt(store, { '/alarms/:tab?/:id?/:kind?': <AlarmsScreen /> }, path);
  await settleScreens(300);
  return router;
}

const press = async (name: string | RegExp, within_: HTMLElement = document.body) => {
  fireEvent.click(within(within_).getByRole('button', { name }));
  await settleScreens(200);
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sentTo = (call: string) => agent.calls.filter((entry) => entry.call === call).map(({ body }) => body);

const NTFY = {
  ...{ id: 'phone', kind: 'ntfy', name: 'Phone', isGone: false, lastBeat: null },
  fields: { address: 'https://ntfy.example' },
  secrets: ['topic', 'token'],
};

describe('the first alarm receiver', () => {
  it('is chosen from all kinds, each with its requirements', async () => {
    await openAt('/alarms');
    const rows = within(screen.getByRole('list', { name: 'Kinds of receivers' })).getAllByRole('listitem');
    expect(rows).toHaveLength(receiverKinds.length);
    expect(rows.map((row) => row.textContent)).toContainEqual(expect.stringContaining('ntfyServer, Topic'));
    expect(screen.getByRole('link', { name: 'Choose: Webhook' }).getAttribute('href')).toBe(
      '#/alarms/receivers/new/webhook',
    );
  });

  it('has a form that opens at its top with the focus there', async () => {
    const router = await openAt('/alarms/receivers/new');
    screen.getByRole('link', { name: 'Choose: Webhook' }).focus();
    document.documentElement.scrollTop = 700;
    await router.navigate('/alarms/receivers/new/webhook');
    await settleScreens(200);
    expect(document.activeElement?.textContent).toBe('Receivers');
    expect(document.documentElement.scrollTop).toBe(0);
  });

  it('moves the focus to the field that a test rejects', async () => {
    await openAt('/alarms/receivers/new/ntfy');
    await press('Send a test');
    await settleScreens(50);
    expect(document.activeElement).toBe(screen.getByLabelText('Topic (required)'));
  });

  it.each(receiverKinds.map((kind) => [kind.id, kind] as const))(
    'of the kind %s has the fields of the catalog and is stored with the input',
    async (id, kind) => {
      await openAt(`/alarms/receivers/new/${id}`);
      const good: Readonly<Record<string, unknown>> = Object(goodFields('https://phone.example'))[id];
      for (const [key, { label, isOptional, choices }] of Object.entries(kind.fields)) {
        const control = screen.getByLabelText(isOptional ? label : `${label} (required)`, { exact: true });
        if (good[key] !== undefined) fireEvent.change(control, { target: { value: String(good[key]) } });
        if (choices) expect(control.querySelectorAll('option')).toHaveLength(choices.length);
      }
      type('Name (required)', 'Night shift');
      await press('Save');
      expect(sentTo('POST /receivers')).toEqual([
        { kind: id, name: 'Night shift', fields: expect.objectContaining(good) },
      ]);
      expect(agent.settings.wording).toMatchObject({ language: 'en', page: 'http://core.test/ui/' });
      expect(store.visited).toEqual(['/alarms/receivers']);
    },
  );

  it('summarizes in one sentence what it will report', async () => {
    const router = await openAt('/alarms/receivers/new/gotify');
    type('Server (required)', 'http://192.168.1.5');
    type('Application token (required)', 'A1b2C3d4E5f6G7h');
    await press('Save');
    await router.navigate('/alarms/receivers');
    await settleScreens(100);
    expect(
      screen.getByText(
        'You will be told when a channel is down, a publication is failing, or the core does not respond.',
      ),
    ).toBeTruthy();
  });

  it('is tested before saving, with the actual response in plain words', async () => {
    agent.answer = {
      ...{ type: 'refused', why: 'login', status: 401 },
      text: 'The server rejects the login. Check the username, password, token or key.',
    };
    await openAt('/alarms/receivers/new/gotify');
    await press('Send a test');
    // A missing field is marked and focused, and no request is sent.
    expect(sentTo('POST /receivers/try')).toEqual([]);
    expect(screen.getByLabelText('Server (required)').getAttribute('aria-invalid')).toBe('true');
    type('Server (required)', 'http://192.168.1.5');
    type('Application token (required)', 'A1b2C3d4E5f6G7h');
    await press('Send a test');
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('The test did not arrive.');
    expect(alert.textContent).toContain('Check the username, password, token or key. It responded with 401.');
    expect(agent.receivers).toEqual([]);
    agent.answer = { type: 'delivered', why: null, text: null, status: 200 };
    await press('Send a test');
    expect(screen.getByText('The test arrived.')).toBeTruthy();
    expect(broughtIntoView.mock.contexts.at(-1)).toHaveProperty(
      'textContent',
      expect.stringContaining('The test arrived.'),
    );
  });

  it('generates a secret if the catalog describes how', async () => {
    await openAt('/alarms/receivers/new/webhook');
    await press('Generate: Signing secret');
    const { value } = screen.getByLabelText<HTMLInputElement>('Signing secret (required)');
    const webhook = receiverKinds.find(({ id }) => id === 'webhook');
    expect(webhook?.read({ address: 'https://a.example', secret: value })).toHaveProperty('orderFor');
  });
});

describe('a stored alarm receiver', () => {
  beforeEach(() => {
    agent.receivers = [NTFY];
  });

  it('keeps its secrets while the fields are left empty', async () => {
    await openAt('/alarms/receivers/phone');
    expect(screen.getAllByText('Stored. Leave the field empty to keep it.')).toHaveLength(2);
    type('Name (required)', 'Other phone');
    await press('Save');
    expect(sentTo('PUT /receivers/:id')).toEqual([
      { kind: 'ntfy', name: 'Other phone', fields: { address: 'https://ntfy.example' } },
    ]);
  });

  it('requires its secrets again after a change of its address', async () => {
    await openAt('/alarms/receivers/phone');
    type('Server (required)', 'https://other.example');
    await press('Save');
    expect(sentTo('PUT /receivers/:id')).toEqual([]);
    expect(screen.getByLabelText('Topic (required)').getAttribute('aria-invalid')).toBe('true');
    expect(
      screen.getAllByText('Enter this again: it is kept only as long as it goes to the same address.'),
    ).toHaveLength(2);
    type('Topic (required)', 'night');
    await press('Save');
    expect(sentTo('PUT /receivers/:id')).toEqual([
      { kind: 'ntfy', name: 'Phone', fields: { address: 'https://other.example', topic: 'night' } },
    ]);
  });

  it('removes an optional secret only by its button', async () => {
    await openAt('/alarms/receivers/phone');
    await press('Remove: Access token');
    await press('Save');
    expect(sentTo('PUT /receivers/:id')).toMatchObject([{ fields: { token: '' } }]);
  });

  it('shows a fault reported by the agent at its field and keeps the input', async () => {
    agent.refuse('PUT /receivers/:id', {
      ...{ status: 422, detail: 'Enter a topic of letters' },
      faults: [{ field: 'topic', text: 'Enter a topic of letters, digits, hyphens and underscores, 64 at most' }],
    });
    await openAt('/alarms/receivers/phone');
    type('Topic', 'no topic!');
    await press('Save');
    expect(screen.getByLabelText('Topic').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Topic').value).toBe('no topic!');
    expect(store.visited).toEqual([]);
  });

  it('changed by another operator shows both versions and writes nothing before a decision', async () => {
    await openAt('/alarms/receivers/phone');
    type('Name (required)', 'Mine');
    agent.receivers = [{ ...NTFY, name: 'Theirs' }];
    await press('Save');
    expect(sentTo('PUT /receivers/:id')).toEqual([]);
    const dialog = screen.getByRole('alertdialog', { name: 'Changed elsewhere' });
    expect(dialog.textContent).toContain('Theirs: Theirs');
    expect(dialog.textContent).toContain('Yours: Mine');
    await press('Keep mine', dialog);
    expect(sentTo('PUT /receivers/:id')).toMatchObject([{ name: 'Mine' }]);
  });

  it('deleted by another operator is reported', async () => {
    await openAt('/alarms/receivers/phone');
    type('Name (required)', 'Mine');
    agent.receivers = [];
    await press('Save');
    expect(screen.getByRole('alertdialog', { name: 'Deleted elsewhere' })).toBeTruthy();
  });

  it('keeps the input if its rules cannot be stored, and stores them with the next save', async () => {
    await openAt('/alarms/receivers/phone');
    type('Name (required)', 'Other');
    fireEvent.click(screen.getByText('What it gets, and when'));
    fireEvent.click(screen.getByRole('switch', { name: 'Also tell when it is over' }));
    agent.refuse('PUT /alarms', { status: 503, detail: 'The core did not store the settings. Try again in a moment.' });
    await press('Save');
    expect(store.visited).toEqual([]);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Also tell when it is over' }).checked).toBe(false);
    await press('Save');
    expect(agent.settings.receivers).toMatchObject({ phone: { resolved: false } });
    expect(store.visited).toEqual(['/alarms/receivers']);
  });

  it('is switched off without losing changes by others, and deleted after a confirmation', async () => {
    await openAt('/alarms/receivers');
    agent.change((settings) => ({ ...settings, silences: [{ channel: null, publication: null, until: 2e12 }] }));
    fireEvent.click(screen.getByRole('switch', { name: 'Tell Phone' }));
    await settleScreens(100);
    expect(agent.settings).toMatchObject({ receivers: { phone: { on: false } }, silences: [{ until: 2e12 }] });
    fireEvent.click(screen.getByRole('button', { name: 'More: Phone' }));
    await settleScreens(100);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await settleScreens(100);
    expect(agent.receivers).toHaveLength(1);
    await press('Delete receiver', screen.getByRole('alertdialog'));
    expect(agent.receivers).toEqual([]);
  });
});

describe('names from the agent', () => {
  it.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['right to left', '\u202eStudio \u05d0\u05d1'],
    ['long', 'x'.repeat(5000)],
  ])('are shown as plain text: %s', async (_, name) => {
    agent.receivers = [{ ...NTFY, name }];
    agent.incidents = [anIncident({ names: { channel: name, publication: '' } })];
    await openAt('/alarms/incidents');
    expect(document.querySelector('img')).toBeNull();
    expect(document.body.textContent).not.toContain('\u202e');
    expect(document.body.textContent?.length).toBeLessThan(4000);
  });
});

const anIncident = (changes: object = {}): (typeof agent)['incidents'][number] => ({
  ...{
    id: 'i1',
    rule: 'channel-down',
    channel: 'c1',
    publication: null,
    names: { channel: 'Studio', publication: '' },
  },
  ...{ isSilent: false, status: 'firing', begun: 940_000, ended: null, end: null, fault: 'source' },
  sentences: [{ text: 'The core is not responding.', values: {} }],
  remedy: null,
  ...changes,
});

describe('the incident list', () => {
  it('shows ongoing incidents first, with their receivers, and can silence them', async () => {
    agent.receivers = [NTFY];
    agent.incidents = [
      anIncident({ id: 'i2', status: 'resolved', begun: 950_000, ended: 990_000, end: 'good' }),
      anIncident(),
    ];
    agent.deliveries = [
      {
        ...{ number: 1, id: 'm1', receiver: 'phone', kind: 'fired', incidents: ['i1'], title: 'Studio: Channel down' },
        ...{ at: 945_000, state: 'delivered', tries: 1, nextAt: null },
        last: { at: 945_000, type: 'delivered', why: null, text: null, status: 200 },
      },
    ];
    await openAt('/alarms');
    const [row] = within(screen.getByRole('list', { name: 'Ongoing incidents' })).getAllByRole('listitem');
    expect(row?.textContent).toContain('Studio: Channel down');
    expect(row?.textContent).toContain('The core is not responding.');
    expect(row?.textContent).toContain('told: Phone');
    expect(screen.getByRole('list', { name: 'Past incidents' }).textContent).toContain('(40 s)');
    await press('Silence: Studio: Channel down');
    await press('Silence alarms', screen.getByRole('dialog'));
    expect(agent.settings.silences).toEqual([{ channel: 'c1', publication: null, until: expect.any(Number) }]);
    await press(/^End the silence: /);
    expect(agent.settings.silences).toEqual([]);
  });
});

describe('an ongoing incident', () => {
  it('is resolved when the agent no longer reports it', async () => {
    agent.receivers = [NTFY];
    agent.incidents = [anIncident()];
    await openAt('/alarms');
    expect(screen.getByRole('list', { name: 'Ongoing incidents' })).toBeTruthy();
    // It is older than the page of incidents that the agent returns.
    agent.incidents = [];
    await settleScreens(7000);
    expect(screen.queryByRole('list', { name: 'Ongoing incidents' })).toBeNull();
  });
});

describe('the delivery list', () => {
  it('shows the failure and next try of a message, and sends it again', async () => {
    agent.receivers = [NTFY];
    const last = { at: 950_000, type: 'retry', why: 'timeout', status: null } as const;
    const row: Omit<(typeof agent)['deliveries'][number], 'number' | 'state' | 'nextAt' | 'last'> = {
      ...{ id: 'm1', receiver: 'phone', kind: 'fired', incidents: [], title: 'Down', at: 1, tries: 2 },
    };
    agent.deliveries = [
      {
        ...row,
        number: 2,
        state: 'waiting',
        nextAt: 1_060_000,
        last: { ...last, text: 'No complete answer came within 10 seconds.' },
      },
      { ...row, number: 1, state: 'failed', nextAt: null, last: { ...last, text: null } },
    ];
    await openAt('/alarms/deliveries');
    const [waiting, failed] = within(screen.getByRole('list', { name: 'Deliveries' })).getAllByRole('listitem');
    expect(waiting?.textContent).toMatch(/Failed, next try at \d\d:\d\d:\d\d.*No complete answer came/);
    expect(failed?.textContent).toContain('Given up');
    await press('Send again: Down');
    expect(sentTo('POST /deliveries/:number/again')).toHaveLength(1);
  });
});

describe('alarm rules', () => {
  it('are those that the agent supports, with a threshold if they have one', async () => {
    agent.offered = ['channel-down', 'viewers-over'];
    await openAt('/alarms/rules');
    expect(screen.getAllByRole('switch').map((toggle) => toggle.parentElement?.textContent)).toEqual([
      'Channel down',
      'Many viewers',
    ]);
    fireEvent.click(screen.getByRole('switch', { name: 'Many viewers' }));
    type('Many viewers: More than', '500');
    await press('Save');
    expect(agent.settings.rules).toMatchObject({ 'viewers-over': { on: true, value: 500 } });
  });

  it('are saved together, over changes by others elsewhere', async () => {
    await openAt('/alarms/rules');
    fireEvent.click(screen.getByRole('switch', { name: 'Black video' }));
    type('Channel down: told after', '45');
    await press('Save');
    expect(agent.settings.rules).toMatchObject({ black: { on: true }, 'channel-down': { on: true, seconds: 45 } });
  });

  it('changed by others are shown without losing the input', async () => {
    await openAt('/alarms/rules');
    type('Channel down: told after', '45');
    agent.change((settings) => ({ ...settings, rules: { ...settings.rules, silent: { on: true, seconds: 60 } } }));
    await press('Save');
    const dialog = screen.getByRole('alertdialog', { name: 'Changed elsewhere' });
    expect(dialog.textContent).toContain('No audio');
    await press('Keep mine', dialog);
    expect(agent.settings.rules).toMatchObject({ silent: { on: true }, 'channel-down': { seconds: 45 } });
  });

  it('show a rejection of the agent at its field', async () => {
    agent.refuse('PUT /alarms', {
      ...{ status: 422, detail: 'Enter a time zone' },
      faults: [{ field: 'zone', text: 'Enter a time zone such as Europe/Berlin' }],
    });
    await openAt('/alarms/rules');
    type('Time zone', 'Mars');
    await press('Save');
    expect(screen.getByLabelText('Time zone').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the agent on the alarms screen', () => {
  it('is looked for, and no alarms are requested if there is none', async () => {
    store = openStore({ core: aCore({ metadataAll: () => ({}) }) });
    store.open([agentScreens]);
    store.dispatch(sessionStarted());
    await settleScreens(100);
    renderAt(store, { '/alarms/:tab?/:id?/:kind?': <AlarmsScreen /> }, '/alarms');
    await settleScreens(500);
    expect(screen.getByText('No agent for history and alarms yet')).toBeTruthy();
    expect(agent.calls).toEqual([]);
  });

  it.each([
    [{ status: 503, detail: 'The agent cannot use its disk now.' }, 'The agent cannot use its disk now.'],
    [{ status: 404, detail: 'Not found' }, 'Not found'],
  ])('shows the reason if it is unavailable: %o', async (problem, message) => {
    agent.refuse('GET /receiver-kinds', problem);
    await openAt('/alarms');
    expect(screen.getByRole('alert').textContent).toContain(message);
    await settleScreens(7000);
    expect(screen.queryByText(message)).toBeNull();
    expect(screen.getByRole('list', { name: 'Kinds of receivers' })).toBeTruthy();
  });

  it('keeps the shown data during a restart', async () => {
    await openAt('/alarms');
    agent.refuse('GET /receivers', { status: 503, detail: 'The agent does not respond. Try again in a moment.' });
    for (let second = 0; second < 12; second++) {
      await settleScreens(1000);
      expect(screen.queryByRole('alert')).toBeNull();
    }
    expect(agent.refused.size).toBe(0);
  });

  it('shows that it cannot store data, and gets no requests from a hidden tab', async () => {
    agent.fault = 'full';
    await openAt('/alarms');
    expect(screen.getByRole('alert').textContent).toContain('The agent cannot store alarms now (disk full).');
    store.hide(true);
    await settleScreens(100);
    const before = agent.calls.length;
    await settleScreens(60_000);
    expect(agent.calls.length - before).toBeLessThanOrEqual(4);
  });
});
