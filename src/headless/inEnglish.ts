import type { FigureFault } from '../catalog/form/parseFigure.ts';

/** A text marked with msg() with its values filled in: by name, or by place in a list. */
export const inEnglish = (text: string, values: Readonly<Record<string, string | number>> | readonly string[] = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name) => String(Reflect.get(values, name) ?? place));

export const faultText = (fault: FigureFault): string =>
  typeof fault === 'string' ? fault : inEnglish(fault.text, fault.values);
