import { type Answer, cheapProcess, type RunningCore, type seededRandom } from './runCore.ts';

type Value = Readonly<Record<string, unknown>> | null;

/** A value with a single writer, so that its content is always known. */
interface Slot {
  /** The last acknowledged value, and the one of the request in flight. */
  acknowledged: Value;
  asked: { value: Value } | null;
  write(): { value: Value; answer: Promise<Answer> };
  read(core: RunningCore): Promise<Value>;
}

type Random = ReturnType<typeof seededRandom>;

function processSlot(core: RunningCore, random: Random, id: string): Slot {
  let count = 0;
  const write = (): ReturnType<Slot['write']> => {
    count += 1;
    const now = slot.acknowledged;
    if (now === null) {
      const order = random.pick(['start', 'stop', 'stop', 'stop']);
      const body = { ...cheapProcess(id), reference: `r${count}`, autostart: order === 'start' };
      return { value: { reference: `r${count}`, order, metadata: null }, answer: core.ask('POST', path(''), body) };
    }
    switch (random.below(5)) {
      case 0:
        return {
          value: { ...now, reference: `r${count}`, metadata: null },
          answer: core.ask('PUT', path(`/${id}`), { reference: `r${count}` }),
        };
      case 1: {
        const order = random.pick(['start', 'stop']);
        const answer = core.ask('PUT', path(`/${id}/command`), { command: order });
        return { value: { ...now, order }, answer };
      }
      case 2:
        return { value: null, answer: core.ask('DELETE', path(`/${id}`)) };
      default:
        return {
          value: { ...now, metadata: { k: count } },
          answer: core.ask('PUT', path(`/${id}/metadata/k`), count),
        };
    }
  };
  const slot: Slot = {
    acknowledged: null,
    asked: null,
    write,
    read: async (other) => {
      const { status, json } = await other.ask('GET', path(`/${id}?filter=config,state,metadata`));
      if (status === 404) return null;
      const { reference, state, metadata } = json();
      return { reference, order: state.order, metadata };
    },
  };
  return slot;
}

const path = (rest: string) => `/api/v3/process${rest}`;

function valueSlot(put: (count: number) => Promise<Answer>, get: (core: RunningCore) => Promise<unknown>): Slot {
  let count = 0;
  return {
    acknowledged: null,
    asked: null,
    write: () => {
      count += 1;
      return { value: { count }, answer: put(count) };
    },
    read: async (other) => {
      const found = await get(other);
      return typeof found === 'number' ? { count: found } : null;
    },
  };
}

export function slotsOf(core: RunningCore, random: Random): Slot[] {
  const global = '/api/v3/metadata/faults';
  return [
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => processSlot(core, random, id)),
    valueSlot(
      (count) => core.ask('PUT', global, count),
      async (other) => {
        const { status, json } = await other.ask('GET', global);
        return status === 200 ? json() : null;
      },
    ),
    valueSlot(
      (count) => core.ask('PUT', '/api/v3/config', { version: 3, name: `name-${count}` }),
      async (other) => {
        const [, count] = /^name-(\d+)$/.exec((await other.ask('GET', '/api/v3/config')).json().config.name) ?? [];
        return count === undefined ? null : Number(count);
      },
    ),
  ];
}

/** Writes in parallel until `enough` is true or the core is gone. Returns the number of acknowledged writes. */
export async function writeUntil(slots: readonly Slot[], enough: (acknowledged: number) => boolean): Promise<number> {
  let acknowledged = 0;
  const writeSlot = async (slot: Slot): Promise<void> => {
    while (!enough(acknowledged)) {
      const { value, answer } = slot.write();
      slot.asked = { value };
      const { status, text } = await answer;
      if (status !== 200) throw new Error(`refused: ${status} ${text}`);
      slot.acknowledged = value;
      slot.asked = null;
      acknowledged += 1;
    }
  };
  const broken = (error: unknown) => {
    // After the kill, the last write may or may not be stored.
    if (!(error instanceof Error && 'code' in error)) throw error;
  };
  await Promise.all(slots.map((slot) => writeSlot(slot).catch(broken)));
  return acknowledged;
}

/** The acknowledged value, or the one in flight at the kill. */
export const allowedValues = ({ acknowledged, asked }: Slot): Value[] =>
  asked === null ? [acknowledged] : [acknowledged, asked.value];
