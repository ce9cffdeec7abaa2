// Schemas of the contract as words and lists of fields.

/** The name that a reference leads to. */
const nameOf = (reference) => reference.split('/').at(-1);

/**
 * Writes the schemas of one contract.
 *
 * `find` resolves a reference, `link` makes markup of a schema's name, `inline` makes markup of a text,
 * `escaped` is safe in markup.
 */
export class SchemaWriter {
  constructor({ find, link, inline, escaped }) {
    Object.assign(this, { find, link, inline, escaped });
  }

  code(value) {
    return `<code>${this.escaped(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
  }

  /** The type in a few words of markup, such as "list of string". */
  typeOf(schema) {
    if (schema.$ref) return this.link(nameOf(schema.$ref));
    if ('const' in schema) return this.code(schema.const);
    if (schema.enum) return schema.enum.map((value) => this.code(value)).join(' or ');
    const options = schema.oneOf ?? schema.anyOf;
    if (options) return options.map((option) => this.typeOf(option)).join(' or ');
    if (schema.allOf) return schema.allOf.map((part) => this.typeOf(part)).join(' and ');
    const types = [schema.type ?? 'object'].flat();
    return types.map((type) => this.plainType(type, schema)).join(' or ');
  }

  plainType(type, schema) {
    if (type === 'array') return schema.items ? `list of ${this.typeOf(schema.items)}` : 'list';
    if (type === 'object' && typeof schema.additionalProperties === 'object') {
      return `object of ${this.typeOf(schema.additionalProperties)}`;
    }
    if (type === 'string' && schema.format) return `string (${this.escaped(schema.format)})`;
    return type;
  }

  /** The limits of a value in words, or nothing. */
  limitsOf(schema) {
    const limits = [];
    const between = (low, high, unit) => {
      if (low !== undefined && high !== undefined) limits.push(`${low} to ${high}${unit}`);
      else if (low !== undefined) limits.push(`at least ${low}${unit}`);
      else if (high !== undefined) limits.push(`at most ${high}${unit}`);
    };
    between(schema.minimum, schema.maximum, '');
    between(schema.minLength, schema.maxLength, ' characters');
    between(schema.minItems, schema.maxItems, ' items');
    if (schema.pattern) limits.push(`pattern ${this.code(schema.pattern)}`);
    if ('default' in schema) limits.push(`default ${this.code(schema.default)}`);
    const told = limits.join(', ');
    return told ? `${told[0].toUpperCase()}${told.slice(1)}.` : '';
  }

  /** The description and limits of a field, and its own fields if no schema has a name for them. */
  aboutOf(schema) {
    const target = schema.$ref ? this.find(schema.$ref) : schema;
    const told = schema.description ?? target.description;
    const inside = [schema, schema.items].find((one) => one?.properties);
    return [
      told ? this.inline(told) : '',
      this.limitsOf(target),
      inside ? this.fieldsOf(inside) : '',
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** An entry of a list of fields. */
  field(name, kind, about) {
    const told = about ? `<dd>${about}</dd>` : '<dd>–</dd>';
    return `<div><dt><code>${this.escaped(name)}</code> <span>${kind}</span></dt>${told}</div>`;
  }

  /** The properties of an object, those of all its parts together; required is a set of names. */
  propertiesOf(schema, all = { properties: {}, required: new Set() }) {
    const target = schema.$ref ? this.find(schema.$ref) : schema;
    Object.assign(all.properties, target.properties);
    for (const name of target.required ?? []) all.required.add(name);
    for (const part of target.allOf ?? []) this.propertiesOf(part, all);
    return all;
  }

  /** The fields of an object, a list of them for each of its variants, or the type of a value. */
  fieldsOf(schema) {
    const target = schema.$ref ? this.find(schema.$ref) : schema;
    const { properties, required } = this.propertiesOf(target);
    const names = Object.keys(properties);
    const options = target.oneOf ?? target.anyOf;
    const parts = [];
    if (names.length) {
      const rows = names.map((name) => {
        const need = required.has(name) ? 'required' : 'optional';
        return this.field(
          name,
          `${this.typeOf(properties[name])}, ${need}`,
          this.aboutOf(properties[name]),
        );
      });
      parts.push(`<dl class="fields">${rows.join('')}</dl>`);
    }
    if (options) {
      const list = options.map((option) => `<li>${this.typeOf(option)}</li>`);
      parts.push(`<p>One of:</p><ul>${list.join('')}</ul>`);
    }
    if (!parts.length) {
      const about = [this.typeOf({ ...target, $ref: undefined }), this.limitsOf(target)];
      parts.push(`<p>${about.filter(Boolean).join('; ')}</p>`);
    }
    return parts.join('\n');
  }
}
