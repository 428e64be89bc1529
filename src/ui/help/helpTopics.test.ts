import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { knownEncoders } from '../../catalog/coders/index.ts';
import { encoderTopic, helpAddress, topicOf, topics } from './helpTopics.ts';

const id = '5155ce00-de30-4000-8000-000000000001';
const screens = [
  ['/', '', 'main'],
  [`/${id}`, '', 'main'],
  [`/${id}`, '?show=details', 'process-details'],
  [`/${id}`, '?show=report', 'process-report'],
  ['/multiview', '', 'main'],
  ['/history', '', 'main-history'],
  ['/versions', '', 'main-versions'],
  [`/versions/${id}`, '', 'main-versions'],
  ['/alarms', '', 'alarms'],
  ['/tokens', '', 'api-tokens'],
  ['/moving', '', 'main-moving'],
  ['/schedule', '', 'main-schedule'],
  ['/alarms/rules', '', 'alarms'],
  ['/settings', '', 'settings-general'],
  ['/settings/service', '', 'settings-service'],
  ['/settings/network', '', 'settings-network'],
  ['/settings/auth', '', 'settings-auth'],
  ['/settings/playback', '', 'settings-playback'],
  ['/settings/storage', '', 'settings-storage'],
  ['/settings/rtmp', '', 'settings-rtmp'],
  ['/settings/srt', '', 'settings-srt'],
  ['/settings/logging', '', 'settings-logging'],
  ['/playersite/general', '', 'playersite-general'],
  ['/playersite/template', '', 'playersite-template'],
  ['/playersite/design', '', 'playersite-design'],
  ['/playersite/notes', '', 'playersite-notes'],
  ['/playersite/code_injection', '', 'playersite-code_injection'],
  ['/encoders', '', 'encoder-libx264'],
  [`/${id}/edit`, '', 'edit-general'],
  [`/${id}/edit/encoding`, '', 'edit-encoding'],
  [`/${id}/edit/processing`, '', 'edit-control'],
  [`/${id}/edit/meta`, '', 'edit-meta'],
  [`/${id}/edit/license`, '', 'edit-license'],
  [`/${id}/edit/standby`, '', 'edit-standby'],
  [`/${id}/edit/wizard`, '', 'wizard-video-setup'],
  [`/${id}/edit/wizard/picture`, '', 'wizard-video-result'],
  [`/${id}/edit/wizard/license`, '', 'wizard-license'],
  [`/${id}/edit/wizard/audio`, '', 'wizard-audio-settings'],
  [`/${id}/edit/source/video`, '', 'wizard-video-settings'],
  [`/${id}/edit/source/audio`, '', 'wizard-audio-settings'],
  [`/${id}/publication`, '', 'publication-add'],
  [`/${id}/publication/player`, '', 'player-embed'],
  [`/${id}/publication/player/colors`, '', 'player-colors'],
  [`/${id}/publication/player/logo`, '', 'player-logo'],
  [`/${id}/publication/player/poster`, '', 'player-poster'],
  [`/${id}/publication/player/statistic`, '', 'player-statistic'],
  [`/${id}/publication/player/playback`, '', 'player-playback'],
  [`/${id}/publication/youtube`, '', 'publication-general'],
  [`/${id}/publication/youtube/new/encoding`, '', 'publication-encoding'],
  [`/${id}/publication/youtube/new/process`, '', 'publication-process'],
  [`/${id}/publication/youtube/encoding`, '', 'publication-encoding'],
  [`/${id}/renditions`, '', 'publication-encoding'],
  [`/${id}/preflight`, '', 'publication'],
] as const;

it.each(screens)('the screen %s%s links to the help topic %s', (path, search, topic) => {
  expect(topicOf(path, search)).toBe(topic);
  expect(topics).toContain(topic);
});

/** Topics without an address, by the file that links to them. */
const named: readonly (readonly [file: string, topic: RegExp])[] = [
  ['src/app/frame/MainMenu.tsx', /^wizard-(audio-result|error|abort)$/],
  ['src/features/shared/updates/UpdateNotice.tsx', /^settings-update-link$/],
  ['src/features/setup/agent/AgentAddress.tsx', /^alarms-agent$/],
];

it.each(topics)('the help topic %s is linked from the interface', (topic) => {
  const coder = /^encoder-(.+)$/.exec(topic)?.[1];
  const state = /^login-(.+)$/.exec(topic)?.[1];
  const [file] = named.find(([, pattern]) => pattern.test(topic)) ?? [];
  if (file !== undefined) expect(readFileSync(file, 'utf8')).toContain(`'${topic}'`);
  else if (coder !== undefined) expect(knownEncoders.video.map(({ id }) => id)).toContain(coder);
  // Linked by the menu of the gate, depending on its state.
  else if (state !== undefined)
    expect(['Gate', 'GateScreen'].map((gate) => readFileSync(`src/app/gate/${gate}.tsx`, 'utf8')).join()).toContain(
      `case '${state}':`,
    );
  else expect([...screens.map(([, , led]) => led), 'login']).toContain(topic);
});

it.each(knownEncoders.video.filter(({ hardware }) => hardware))(
  'the hardware encoder $id has its own help section',
  ({ id: coder }) => {
    const topic = encoderTopic(coder) ?? expect.fail('none');
    for (const language of ['en', 'de']) {
      const page = readFileSync(`docs/help/${language}/encoding.md`, 'utf8');
      const [section = ''] = page.split('\n## ').filter((text) => text.includes(`{#${topic}}`));
      expect(section).toContain(coder);
      expect(section).toMatch(language === 'de' ? /Treiber|Image/ : /[Dd]river|image/);
    }
  },
);

describe.each(['en', 'de', 'fr', 'it', 'pt', 'es', 'ru'])('the help in %s', (language) => {
  it.each(topics)('has a heading for %s', (topic) => {
    const [, page = '', heading = ''] = /^help\/(.+)\.html#(.+)$/.exec(helpAddress(topic, language)) ?? [];
    const text = readFileSync(`docs/help/${page}.md`, 'utf8');
    expect(text).toContain(`{#${heading}}`);
  });
});

it.each([
  ['main', 'pt', 'help/pt/main.html#main'],
  ['wizard-license', 'ru', 'help/ru/wizard.html#wizard-license'],
  ['settings-rtmp', 'pt', 'help/en/settings.html#settings-rtmp'],
  ['main', 'ja', 'help/en/main.html#main'],
])('the topic %s in %s is at %s', (topic, language, address) => expect(helpAddress(topic, language)).toBe(address));

it('an unknown topic leads to the list of pages', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(helpAddress('settings-kitchen', 'de')).toBe('help/de/index.html');
  expect(warn).toHaveBeenCalledWith('No help on "settings-kitchen".');
});
