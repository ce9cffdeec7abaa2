// A reporter of node's test runner: JUnit, as tests/run counts it.

const escaped = (text) =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    // Characters that XML has no place for, such as colours of a terminal.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');

export default async function* junit(events) {
  yield '<?xml version="1.0"?>\n<testsuites><testsuite name="browser">\n';
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const time = (data.details.duration_ms / 1_000).toFixed(3);
    yield `<testcase name="${escaped(data.name)}" time="${time}">`;
    if (type === 'test:fail') yield `<failure message="${escaped(data.details.error)}"/>`;
    if (data.skip !== undefined || data.todo !== undefined) yield '<skipped/>';
    yield '</testcase>\n';
  }
  yield '</testsuite></testsuites>\n';
}
