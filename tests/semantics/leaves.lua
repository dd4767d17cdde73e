-- The leaves of 26_leaves.myth.
local function sum_of(list)
  local n = 0
  for _, m in ipairs(list) do n = n + m.worth end
  return n
end

function least_gap(p, e)
  local sums, whole, best = { [0] = true }, 0, nil
  for _, m in ipairs(e.men) do
    if m.owner == p then
      local more = {}
      for s in pairs(sums) do more[s + m.worth] = true end
      for s in pairs(more) do sums[s] = true end
      whole = whole + m.worth
    end
  end
  for s in pairs(sums) do
    local gap = math.abs(whole - 2 * s)
    if not best or gap < best then best = gap end
  end
  return best
end

function doubled(m) return m.worth * 2 end
function richer(a, b) return a.worth > b.worth end
function richest(list)
  local best
  for _, m in ipairs(list) do
    if not best or m.worth > best.worth then best = m end
  end
  return best
end
function far_off(n) return n * 2540 end
function sort_by(n) return n > 1 and "high" or "low" end
function rich(least, e)
  local list = {}
  for _, m in ipairs(e.men) do
    if m.worth >= least then
      list[#list + 1] = m
      list[#list + 1] = m
    end
  end
  return list
end
function counted(n)
  local list = {}
  for i = 1, n do list[i] = i end
  return list
end
