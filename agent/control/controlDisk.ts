import { StoreError, type StoreThread } from '../storeThread.ts';
import type { EarlierCall, KeptAnswer, KeyedCall, StoredToken } from './controlStore.ts';

/** See `ControlStore`. Every call may be repeated and rejects with a `StoreError` if the file is unusable. */
export interface ControlDisk {
  tokens(): Promise<readonly StoredToken[]>;
  putToken(token: StoredToken): Promise<void>;
  removeToken(id: string): Promise<void>;
  begin(call: KeyedCall): Promise<EarlierCall>;
  finish(key: string, answer: KeptAnswer): Promise<void>;
  forget(key: string): Promise<void>;
}

export const createControlDisk = ({ ask }: StoreThread): ControlDisk => ({
  async tokens() {
    const result = await ask({ type: 'control-tokens' });
    if (result.type !== 'tokens') throw new StoreError('failed');
    return result.tokens;
  },
  async putToken(token) {
    await ask({ type: 'control-token-put', token });
  },
  async removeToken(id) {
    await ask({ type: 'control-token-remove', id });
  },
  async begin(call) {
    const result = await ask({ type: 'control-begin', call });
    if (result.type !== 'earlier') throw new StoreError('failed');
    return result.earlier;
  },
  async finish(key, answer) {
    await ask({ type: 'control-finish', key, answer });
  },
  async forget(key) {
    await ask({ type: 'control-forget', key });
  },
});
