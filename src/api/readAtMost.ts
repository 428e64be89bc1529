/** Rejects beyond `bytes` after decompression, because a foreign server may send without an end. */
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
