/**
 * The text of an answer. A foreign server sends what it likes for as long as it is read: from more than `bytes` on, as
 * they are after decompression, the transfer is ended, and this rejects.
 */
export async function readAtMost(response: Response, bytes: number): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > bytes) {
      await reader?.cancel();
      throw new Error(`the answer has more than ${bytes} bytes`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
