const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:%|deg)?`;
const FORMS = [
  /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/,
  new RegExp(String.raw`^(?:rgb|hsl)a?\(\s*${NUMBER}(?:[\s,/]+${NUMBER}){2,3}\s*\)$`),
  /^[a-z]{3,24}$/,
];

/** A color as CSS knows it, null for any other text: what comes out can stand in a style sheet as it is. */
export function colorOf(text: string): string | null {
  const color = text.trim().toLowerCase();
  return FORMS.some((form) => form.test(color)) ? color : null;
}
