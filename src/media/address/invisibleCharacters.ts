/** Line breaks and invisible characters, which web pages and messengers add to copied text. */
export const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
