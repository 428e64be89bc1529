/** A text marked with msg() with its values filled in: by name, or by place in a list. */
export const inEnglish = (text: string, values: Readonly<Record<string, string | number>> | readonly string[] = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name) => String(Reflect.get(values, name) ?? place));
