/** Web pages and messengers add these to copied text. */
export const INVISIBLE_CHARACTERS =
  /[\p{Cc}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/gu;
