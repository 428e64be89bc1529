export interface ShareLink {
  id: string;
  name: string;
  href: string;
}

// Lone surrogates cannot be encoded.
const e = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));

export const shareLinks = (page: string, title: string): ShareLink[] => [
  { id: 'facebook', name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${e(page)}` },
  { id: 'twitter', name: 'X', href: `https://twitter.com/intent/tweet?url=${e(page)}&text=${e(title)}` },
  { id: 'reddit', name: 'Reddit', href: `https://www.reddit.com/submit?url=${e(page)}&title=${e(title)}` },
  { id: 'linkedin', name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${e(page)}` },
  { id: 'telegram', name: 'Telegram', href: `https://t.me/share/url?url=${e(page)}&text=${e(title)}` },
  { id: 'whatsapp', name: 'WhatsApp', href: `https://api.whatsapp.com/send?text=${e(`${title} ${page}`)}` },
];
