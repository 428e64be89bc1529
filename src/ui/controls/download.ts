export const download = (name: string, text: string, type = 'text/plain'): void =>
  downloadFile(name, new Blob([text], { type }));

export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
