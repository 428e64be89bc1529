/** In the place of the worker that decrypts segments (AES-128): a core writes none that are encrypted. */
export default class {
  postMessage() {
    throw new Error('Decryption is not built in');
  }
  terminate() {}
}
