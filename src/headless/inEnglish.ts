import type { FigureFault } from '../catalog/form/parseFigure.ts';

type Values = Readonly<Record<string, string | number>> | readonly string[];

/** With the plural of the interface: `count`, and `defaultValue_one` for 1. */
export const inEnglish = (text: string, values: Values = {}) =>
  (Reflect.get(values, 'count') === 1 ? String(Reflect.get(values, 'defaultValue_one') ?? text) : text).replace(
    /\{\{(\w+)\}\}/g,
    (place, name) => String(Reflect.get(values, name) ?? place),
  );

export const faultText = (fault: FigureFault): string =>
  typeof fault === 'string' ? fault : inEnglish(fault.text, fault.values);
