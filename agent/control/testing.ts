import type { ControlDisk } from './controlDisk.ts';
import type { ControlCalls } from './controlRoutes.ts';
import type { ControlStore } from './controlStore.ts';
import { createTokenBook } from './tokenBook.ts';

export const diskOf = (store: ControlStore): ControlDisk => ({
  tokens: async () => store.tokens(),
  putToken: async (token) => store.putToken(token),
  removeToken: async (id) => store.removeToken(id),
  begin: async (call) => store.begin(call),
  finish: async (key, answer) => store.finish(key, answer),
  forget: async (key) => store.forget(key),
});

export const noControl = () => ({
  tokens: createTokenBook({ disk: null }),
  control: {
    disk: null,
    channels: () => [],
    channelOfPublication: () => null,
    obstacle: () => null,
    run: async () => [],
    lookNow: async () => 'unwatched',
    patienceMs: 1000,
    tell: () => undefined,
  } satisfies ControlCalls,
});
