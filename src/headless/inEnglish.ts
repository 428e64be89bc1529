import type { FigureFault } from '../catalog/form/parseFigure.ts';

export const inEnglish = (text: string, values: Readonly<Record<string, string | number>> | readonly string[] = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name) => String(Reflect.get(values, name) ?? place));

export const faultText = (fault: FigureFault): string =>
  typeof fault === 'string' ? fault : inEnglish(fault.text, fault.values);
