/** Line breaks, and characters that nobody sees, as web pages and messengers put them into what is copied. */
export const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
