/** A file whose content is only available after the test calls `arrive`. */
export function slowFile(content: string, name: string) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const file = new File([content], name);
  const bytes = file.arrayBuffer.bind(file);
  file.arrayBuffer = async () => {
    await arrived;
    return bytes();
  };
  return { file, arrive };
}
