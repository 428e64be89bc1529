import type { AlarmMessage } from './alarmMessage.ts';

export const alarm: AlarmMessage = {
  ...{ id: '0198c0de-7000-7000-8000-000000000001', kind: 'fired', severity: 'critical' },
  ...{ title: 'Main hall is off the air', text: 'No stream from the encoder for 30 seconds.' },
  ...{ link: 'https://live.example.org/ui/#/main-hall?x=1&y=2', at: Date.UTC(2026, 10, 29, 20) },
};

const KEY = 'a'.repeat(30);
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const OLD_SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;

export const goodFields = (origin = 'http://192.168.7.7:8000'): Readonly<Record<string, Record<string, unknown>>> => ({
  apprise: { address: `${origin}/notify/mykey`, tag: 'phone,desk' },
  discord: { address: `${origin}/api/webhooks/123/abc-DEF_4` },
  email: {
    ...{ address: new URL(origin).hostname, port: 587, security: 'starttls', user: 'me', password: 'my secret' },
    ...{ from: 'alarm@example.org', to: 'me@example.org, you@example.org' },
  },
  gotify: { address: `${origin}/gotify/`, token: 'A1b2C3d4E5f6G7h' },
  heartbeat: { address: `${origin}/ping/5e8b?x=1` },
  'home-assistant': { address: `${origin}/api/webhook/my-alarm` },
  matrix: { address: origin, room: '!room:example.org', token: 'syt_abc_DEF' },
  mattermost: { address: `${origin}/hooks/abc123` },
  ntfy: { address: origin, topic: 'my-topic_1', token: 'tk_abc' },
  pushover: { token: KEY, user: KEY },
  slack: { address: `${origin}/services/T0/B0/abc` },
  telegram: { address: origin, token: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11', chat: '-1001234' },
  webhook: { address: `${origin}/alarms?key=1`, secret: SECRET, previousSecret: OLD_SECRET },
});
