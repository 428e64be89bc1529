import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { InputValue } from '../../catalog/form/fieldValues.ts';

type FieldInputs = Readonly<Record<string, InputValue>>;

interface Part {
  typed: FieldInputs;
  /** Some input is invalid and was not passed on. */
  unread: boolean;
  wrong: boolean;
}

type Parts = Readonly<Record<string, Part>>;

interface TypedInputs {
  tab: string;
  parts: Parts;
  change: (key: string, change: Partial<Part>) => void;
  /** Marks a part as mounted until the returned function is called. */
  claim: (key: string) => () => void;
}

const Holder = createContext<TypedInputs | null>(null);
export const TypedInputsProvider = Holder.Provider;

const NOTHING: FieldInputs = {};
const EMPTY: Part = { typed: NOTHING, unread: false, wrong: false };

const keyOf = (tab: string, name: string) => `${tab}\n${name}`;
const tabOf = (key: string) => key.split('\n', 1)[0] ?? '';

/** Keeps invalid input of each tab or step. `unread` and `wrong`: tabs with such input. */
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
        // The tab is still open, so the part was removed from the form.
        if (open.current === tabOf(key)) setParts((before) => without(before, (part) => part === key));
      };
    },
  }));
  useEffect(() => {
    setParts((before) => without(before, (key) => tabOf(key) === tab && !shown.current.has(key)));
  }, [tab]);
  const inputs = useMemo<TypedInputs>(() => ({ tab, parts, ...acts }), [tab, parts, acts]);
  const tabsWith = (isSo: (part: Part) => boolean) => [
    ...new Set(Object.entries(parts).flatMap(([key, part]) => (isSo(part) ? [tabOf(key)] : []))),
  ];
  return { holder: inputs, unread: tabsWith((part) => part.unread), wrong: tabsWith((part) => part.wrong) };
}

const without = (parts: Parts, goes: (key: string) => boolean): Parts =>
  Object.keys(parts).some(goes) ? Object.fromEntries(Object.entries(parts).filter(([key]) => !goes(key))) : parts;

/** @param name distinguishes the part within its tab */
export function useTyped(name: string): [FieldInputs, (typed: FieldInputs) => void] {
  const [own, setOwn] = useState<FieldInputs>(NOTHING);
  const inputs = useContext(Holder);
  const key = keyOf(inputs?.tab ?? '', name);
  const claim = inputs?.claim;
  useEffect(() => claim?.(key), [claim, key]);
  if (!inputs) return [own, setOwn];
  return [inputs.parts[key]?.typed ?? NOTHING, (typed) => inputs.change(key, { typed })];
}

export function useTypedFaults(name: string, { unread, wrong }: Omit<Part, 'typed'>): void {
  const inputs = useContext(Holder);
  const key = keyOf(inputs?.tab ?? '', name);
  const change = inputs?.change;
  useEffect(() => change?.(key, { unread, wrong }), [change, key, unread, wrong]);
}
