-- The list of rules that must hold, of any judge: id, sentence and source of each, with tabs between. Gives by id the sentence
-- with its source in brackets.

return function(path)
    local sentences = {}
    for line in io.lines(path) do
        local id, sentence, source = line:match("^([^\t]+)\t([^\t]+)\t([^\t]+)$")
        if id and id ~= "id" then sentences[id] = sentence .. " (" .. source .. ")" end
    end
    return sentences
end
