/** Replaces the worker that decrypts AES-128 segments: a core writes none. */
export default class {
  postMessage() {
    throw new Error('Decryption is not built in');
  }
  terminate() {}
}
