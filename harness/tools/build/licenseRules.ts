/** Licenses of delivered packages, and a phrase of each text. */
const DELIVERED: Readonly<Record<string, RegExp>> = {
  '0BSD': /Permission to use, copy, modify/i,
  'Apache-2.0': /Apache License/i,
  'BSD-2-Clause': /Redistribution and use (of this software )?in source and binary forms/i,
  'BSD-3-Clause': /Redistribution and use (of this software )?in source and binary forms/i,
  ISC: /Permission to use, copy, modify/i,
  MIT: /Permission is hereby granted, free of charge/i,
  'MIT-0': /Permission is hereby granted, free of charge/i,
  'OFL-1.1': /SIL Open Font License/i,
};

const RUN_BY_US = ['BlueOak-1.0.0', 'MPL-2.0', 'Unlicense'];

/** `(A OR B)` needs one of them, `A AND B` all. */
function holds(license: string, isAccepted: (id: string) => boolean): boolean {
  return license
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((option) => option.split(' AND ').every(isAccepted));
}

export const isDeliverable = (license: string) => holds(license, (id) => Object.hasOwn(DELIVERED, id));

export const usableLicense = (license: string) =>
  holds(license, (id) => Object.hasOwn(DELIVERED, id) || RUN_BY_US.includes(id));

export const isTextOf = (license: string, text: string) => holds(license, (id) => DELIVERED[id]?.test(text) ?? false);

export const MIT = (holder: string) => `The MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
