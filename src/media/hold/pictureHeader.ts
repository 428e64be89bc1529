export interface PictureHeader {
  type: 'png' | 'jpeg' | 'webp';
  width: number;
  height: number;
}

/** Null for other or truncated formats. Small files can decode to gigabytes, so the size is checked first. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = (at: number, signs: string) =>
    bytes.length >= at + signs.length && [...signs].every((sign, i) => bytes[at + i] === sign.charCodeAt(0));
  const sized = (type: PictureHeader['type'], width: number, height: number) =>
    width > 0 && height > 0 ? { type, width, height } : null;
  try {
    if (begins(0, '\x89PNG\r\n\x1a\n') && begins(12, 'IHDR'))
      return sized('png', view.getUint32(16), view.getUint32(20));
    if (begins(0, '\xff\xd8\xff')) {
      const frame = jpegFrame(view);
      return frame === null ? null : sized('jpeg', view.getUint16(frame + 7), view.getUint16(frame + 5));
    }
    if (!begins(0, 'RIFF') || !begins(8, 'WEBP')) return null;
    const low24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    if (begins(12, 'VP8X')) return sized('webp', low24(24) + 1, low24(27) + 1);
    if (begins(12, 'VP8L') && view.getUint8(20) === 0x2f) {
      const packed = view.getUint32(21, true);
      return sized('webp', (packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    const isLossy = begins(12, 'VP8 ') && begins(23, '\x9d\x01\x2a');
    return isLossy ? sized('webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Offset of the frame marker (ITU T.81, B.2.2). */
function jpegFrame(view: DataView): number | null {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return at;
    // Markers may be padded with 0xff.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
