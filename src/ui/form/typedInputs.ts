import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { InputValue } from '../../catalog/form/fieldValues.ts';

/** What stands in the controls of one part of a form as it was typed, by field. */
type FieldInputs = Readonly<Record<string, InputValue>>;

interface Part {
  typed: FieldInputs;
  /** Something in it is no value, and was not passed on. */
  unread: boolean;
  /** Something in it is marked as wrong. */
  wrong: boolean;
}

type Parts = Readonly<Record<string, Part>>;

interface TypedInputs {
  tab: string;
  parts: Parts;
  change: (key: string, change: Partial<Part>) => void;
  /** The part is on the screen until it is given back. */
  claim: (key: string) => () => void;
}

const Holder = createContext<TypedInputs | null>(null);
export const TypedInputsProvider = Holder.Provider;

const NOTHING: FieldInputs = {};
const EMPTY: Part = { typed: NOTHING, unread: false, wrong: false };

const keyOf = (tab: string, name: string) => `${tab}\n${name}`;
const tabOf = (key: string) => key.split('\n', 1)[0] ?? '';

/**
 * For a form in tabs or steps: what was typed in one and cannot be read is there, marked, when one comes back to it.
 * `unread` and `wrong` are the tabs that hold such.
 */
export function useTypedInputs(tab: string) {
  const [parts, setParts] = useState<Parts>({});
  const shown = useRef(new Set<string>());
  const open = useRef(tab);
  useLayoutEffect(() => {
    open.current = tab;
  }, [tab]);
  const [acts] = useState(() => ({
    change: (key: string, change: Partial<Part>) =>
      setParts((before) => ({ ...before, [key]: { ...EMPTY, ...before[key], ...change } })),
    claim: (key: string) => {
      shown.current.add(key);
      return () => {
        shown.current.delete(key);
        // A part that goes while its tab stays is no part of the form any more.
        if (open.current === tabOf(key)) setParts((before) => without(before, (one) => one === key));
      };
    },
  }));
  // The parts of this tab have claimed theirs by now.
  useEffect(() => {
    setParts((before) => without(before, (key) => tabOf(key) === tab && !shown.current.has(key)));
  }, [tab]);
  const holder = useMemo<TypedInputs>(() => ({ tab, parts, ...acts }), [tab, parts, acts]);
  const tabsWith = (isSo: (part: Part) => boolean) => [
    ...new Set(Object.entries(parts).flatMap(([key, part]) => (isSo(part) ? [tabOf(key)] : []))),
  ];
  return { holder, unread: tabsWith((part) => part.unread), wrong: tabsWith((part) => part.wrong) };
}

const without = (parts: Parts, goes: (key: string) => boolean): Parts =>
  Object.keys(parts).some(goes) ? Object.fromEntries(Object.entries(parts).filter(([key]) => !goes(key))) : parts;

/** What was typed into one part of a form. `name` tells it from the other parts of its tab. */
export function useTyped(name: string): [FieldInputs, (typed: FieldInputs) => void] {
  const [own, setOwn] = useState<FieldInputs>(NOTHING);
  const holder = useContext(Holder);
  const key = keyOf(holder?.tab ?? '', name);
  const claim = holder?.claim;
  useEffect(() => claim?.(key), [claim, key]);
  if (!holder) return [own, setOwn];
  return [holder.parts[key]?.typed ?? NOTHING, (typed) => holder.change(key, { typed })];
}

/** Says what is wrong in it, for its tab. */
export function useTypedFaults(name: string, { unread, wrong }: Omit<Part, 'typed'>): void {
  const holder = useContext(Holder);
  const key = keyOf(holder?.tab ?? '', name);
  const change = holder?.change;
  useEffect(() => change?.(key, { unread, wrong }), [change, key, unread, wrong]);
}
